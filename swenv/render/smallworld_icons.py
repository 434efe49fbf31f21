"""Textures and small icons for the boards of all three games, all drawn for this project."""

from __future__ import annotations

# --- textures: the inside of an SVG pattern, its width and height ---------------------------------

TEXTURES: dict[str, tuple[int, int, str]] = {
    "forest": (
        34,
        30,
        '<g fill="#2f5e36" fill-opacity=".38"><path d="M8 3L13 12H3Z"/><path d="M8 7L14 17H2Z"/>'
        '<path d="M25 17L30 26H20Z"/><path d="M25 12L29 19H21Z"/></g>',
    ),
    "farmland": (
        26,
        26,
        '<g stroke="#b3922f" stroke-width="1.6" stroke-opacity=".36" fill="none">'
        '<path d="M-2 8Q6 4 13 8T28 8"/><path d="M-2 21Q6 17 13 21T28 21"/></g>',
    ),
    "hill": (
        36,
        28,
        '<g stroke="#7a4a1a" stroke-width="1.7" stroke-opacity=".4" fill="none" stroke-linecap="round">'
        '<path d="M3 12Q10 2 17 12"/><path d="M20 25Q27 15 34 25"/></g>',
    ),
    "swamp": (
        34,
        30,
        '<g stroke="#3d2d55" stroke-width="1.7" stroke-opacity=".5" stroke-linecap="round" fill="none">'
        '<path d="M7 12V4M4 12L2.5 7M10 12L11.5 7M1 13.5H13"/>'
        '<path d="M24 27V19M21 27L19.5 22M27 27L28.5 22M18 28.5H30"/></g>',
    ),
    "mountain": (
        36,
        28,
        '<g stroke="#6c6660" stroke-width="1.7" stroke-opacity=".42" fill="none" stroke-linejoin="round">'
        '<path d="M3 13L9 4L15 13"/><path d="M9 4L11 10"/><path d="M20 26L27 16L34 26"/>'
        '<path d="M27 16L29.5 22"/></g>',
    ),
    "sea": (
        40,
        24,
        '<g stroke="#ffffff" stroke-width="1.6" stroke-opacity=".34" fill="none" stroke-linecap="round">'
        '<path d="M3 7q4 -4 8 0t8 0"/><path d="M22 19q4 -4 8 0t8 0"/></g>',
    ),
    "lake": (
        44,
        30,
        '<g stroke="#ffffff" stroke-width="1.6" stroke-opacity=".55" fill="none" stroke-linecap="round">'
        '<path d="M5 9h14"/><path d="M26 24h12"/></g>',
    ),
    "mushroom": (
        34,
        30,
        '<g fill="#2f5a34" fill-opacity=".42"><path d="M2 9Q8 -1 14 9Z"/><path d="M6.5 9H9.5V14H6.5Z"/>'
        '<path d="M20 24Q25.5 15 31 24Z"/><path d="M24 24H27V28H24Z"/></g>',
    ),
    "mud": (
        38,
        30,
        '<g stroke="#3f2a1d" stroke-width="1.7" stroke-opacity=".5" fill="none">'
        '<ellipse cx="9" cy="8" rx="6.5" ry="3"/><ellipse cx="9" cy="7.5" rx="2.2" ry="1"/>'
        '<ellipse cx="28" cy="22" rx="6.5" ry="3"/><ellipse cx="29" cy="21.5" rx="2.2" ry="1"/></g>',
    ),
    "crystal": (
        34,
        32,
        '<g stroke="#8d4a92" stroke-width="1.6" stroke-opacity=".45" fill="none" stroke-linejoin="round">'
        '<path d="M8 2L12 8L8 14L4 8ZM4 8H12"/><path d="M25 17L29 23L25 29L21 23ZM21 23H29"/></g>',
    ),
    "mine": (
        34,
        30,
        '<g stroke="#6d4510" stroke-width="1.8" stroke-opacity=".42" fill="none" stroke-linecap="round">'
        '<path d="M4 13L12 4M5 4Q12 3 13 10"/><path d="M21 27L29 18M22 18Q29 17 30 24"/></g>',
    ),
    "river": (
        44,
        26,
        '<g stroke="#ffffff" stroke-width="1.6" stroke-opacity=".45" fill="none" stroke-linecap="round">'
        '<path d="M3 8q6 -4 11 0t11 0"/><path d="M24 21q5 -4 9 0t9 0"/></g>',
    ),
    "chasm": (
        40,
        34,
        '<g stroke="#8b8496" stroke-width="1.5" stroke-opacity=".4" fill="none" stroke-linejoin="round">'
        '<path d="M3 5L9 9L7 14L14 18"/><path d="M24 14L29 19L27 25L34 30"/></g>',
    ),
}

# --- icons: drawn around (0, 0), from -10 to 10 ---------------------------------------------------

BASE_ICONS: dict[str, str] = {
    "cavern": (
        '<path fill="#6b5b4b" d="M-9 7.5C-9 -3 -4 -8.5 0 -8.5S9 -3 9 7.5Z"/>'
        '<path fill="#17120d" d="M-4.5 7.5C-4.5 0 -2.5 -3.5 0 -3.5S4.5 0 4.5 7.5Z"/>'
    ),
    "magic": (
        '<path fill="#6a2fa0" d="M-1 -9L1.2 -2.2L8 0L1.2 2.2L-1 9L-3.2 2.2L-10 0L-3.2 -2.2Z"/>'
        '<path fill="#6a2fa0" d="M6.5 -9.5l1 3l3 1l-3 1l-1 3l-1 -3l-3 -1l3 -1Z"/>'
    ),
    "mine": (
        '<g fill="none" stroke-linecap="round">'
        '<path stroke="#8a5a24" stroke-width="2.6" d="M-6.5 8L3.5 -4"/>'
        '<path stroke="#3c4650" stroke-width="3" d="M-5 -7Q5 -8.5 8 4.5"/></g>'
    ),
    "mountain": (
        '<path fill="#6f6862" d="M-11 8.5L-3 -8.5L1 -1.5L4 -5.5L11 8.5Z"/>'
        '<path fill="#ffffff" d="M-3 -8.5L-6.3 -1.5L-4.2 -2.8L-2.6 -.8L-.9 -2.4L.3 -2.7Z"/>'
    ),
    "tribe": (
        '<path fill="#7b4f26" d="M-7 -8H7V1C7 6 3 9 0 9S-7 6 -7 1Z"/>'
        '<path fill="#fff3d6" d="M-4.8 -3.5L-1.2 -2.3V-.5L-4.8 -1.7Z"/>'
        '<path fill="#fff3d6" d="M4.8 -3.5L1.2 -2.3V-.5L4.8 -1.7Z"/>'
        '<path fill="#fff3d6" d="M-3 3.5H3L0 6Z"/>'
    ),
    "fortress": (
        '<path fill="#3f4750" d="M-6.5 8.5V-2.5H6.5V8.5Z"/>'
        '<path fill="#3f4750" d="M-8.5 -2V-8.5H-5.2V-6H-1.7V-8.5H1.7V-6H5.2V-8.5H8.5V-2Z"/>'
        '<path fill="#fff8e6" d="M-2.4 8.5V3.5A2.4 2.4 0 0 1 2.4 3.5V8.5Z"/>'
    ),
    "lair": (
        '<g fill="#5a4632"><circle cx="-6.2" cy="3.6" r="2.9"/><circle cx="-3.6" cy="6.2" r="2.9"/>'
        '<circle cx="6.2" cy="-3.6" r="2.9"/><circle cx="3.6" cy="-6.2" r="2.9"/></g>'
        '<path stroke="#5a4632" stroke-width="3.6" d="M-5 5L5 -5"/>'
    ),
    "encampment": (
        '<path fill="#a8321f" d="M-9.5 7.5L0 -8L9.5 7.5Z"/><path fill="#fff8e6" d="M0 -1.5L3.4 7.5H-3.4Z"/>'
    ),
    "hole": (
        '<circle r="8.5" fill="#4f3a22"/><circle r="6" fill="#2f7d4f"/>'
        '<path stroke="#1d4d30" stroke-width="1.2" d="M0 -6V6"/>'
        '<circle cx="2.5" cy=".5" r="1.2" fill="#f6c945"/>'
    ),
    "hero": (
        '<path fill="#1f4e8c" d="M-7.5 -8H7.5V0C7.5 5 3 8.5 0 9.5C-3 8.5 -7.5 5 -7.5 0Z"/>'
        '<path fill="#f6c945" d="M0 -6l1.6 4.4H6l-3.5 2.8l1.2 4.3L0 3l-3.7 2.5l1.2 -4.3L-6 -1.6h4.4Z"/>'
    ),
    "dragon": (
        '<path fill="#b3261e" d="M-9 9.5C-9 2 -7.5 -3 -3.5 -5L-7.5 -9.5L1 -7C5 -7 8.5 -4.5 10 -1.5L9.5 1.2'
        'L3 .6L8.5 3.6C5 5.6 2 5.2 .3 4.6C.3 6.5 1.5 8 2.5 9.5Z"/>'
        '<circle cx="2.6" cy="-3" r="1.4" fill="#fff8e6"/>'
    ),
}

UNDERGROUND_ICONS: dict[str, str] = {
    "site": (
        '<path fill="none" stroke="#d8603c" stroke-width="2.2" stroke-linejoin="round" d="M-9 8L-3.5 -3H3.5L9 8Z"/>'
        '<path fill="none" stroke="#d8603c" stroke-width="1.8" stroke-linecap="round" '
        'd="M0 -5.5V-9M-4 -6L-6 -8.5M4 -6L6 -8.5"/>'
    ),
    "monster": (
        '<path fill="#4d6136" d="M-8.5 -9.5L-3.5 -6.2Q0 -7.5 3.5 -6.2L8.5 -9.5L7.5 -2C9 6 5 9.5 0 9.5S-9 6 -7.5 -2Z"/>'
        '<circle cx="-3.2" cy="-1.6" r="2" fill="#f6c945"/><circle cx="3.2" cy="-1.6" r="2" fill="#f6c945"/>'
        '<path fill="#fff8e6" d="M-5 3.5H5L3.4 7L1.7 4.2L0 7L-1.7 4.2L-3.4 7Z"/>'
    ),
    "altar": (
        '<path fill="#6a6672" d="M-9 .5H9V4H-9ZM-6.5 4H-3V9.5H-6.5ZM3 4H6.5V9.5H3Z"/>'
        '<path fill="#7a3fb0" '
        'd="M0 -9.5C2.8 -6.5 3.8 -4.6 3.4 -2.2A3.4 3 0 0 1 -3.4 -2.2C-3.4 -4.4 -1.2 -5.6 0 -9.5Z"/>'
    ),
    "crypt": (
        '<path fill="#72767d" d="M-6.5 9V-2.5A6.5 6.5 0 0 1 6.5 -2.5V9Z"/>'
        '<path fill="#4f5a3a" d="M-9.5 7H9.5V9.5H-9.5Z"/>'
        '<path stroke="#fff8e6" stroke-width="2" d="M0 -6V4.5M-3.4 -2.5H3.4"/>'
    ),
    "diamond": (
        '<path fill="#2f9cc2" d="M-5.5 -7H5.5L9.8 -2L0 9L-9.8 -2Z"/>'
        '<path fill="none" stroke="#ffffff" stroke-width="1.1" d="M-9.8 -2H9.8M-3.2 -2L0 9L3.2 -2L0 -7L-3.2 -2"/>'
    ),
    "pipe": (
        '<path fill="none" stroke="#b0761a" stroke-width="5" d="M-5.5 6.5V1A5 5 0 0 1 -.5 -4H5.5"/>'
        '<path fill="#7d520d" d="M-9.5 6H-1.5V9.5H-9.5ZM5.5 -8H9V0H5.5Z"/>'
    ),
    "fountain": (
        '<path fill="#7f858d" d="M-9.5 2.5H9.5C9.5 6 5 7 2.5 7.2L3.5 9.5H-3.5L-2.5 7.2C-5 7 -9.5 6 -9.5 2.5Z"/>'
        '<path fill="none" stroke="#2576b5" stroke-width="2" stroke-linecap="round" '
        'd="M0 1.5V-6M0 -6.5Q-5 -9.5 -6 -.5M0 -6.5Q5 -9.5 6 -.5"/>'
    ),
    "keep": (
        '<path fill="#474d56" d="M-4.8 9.5V-1H4.8V9.5ZM-6.8 -.5V-5.5H-4.1V-3.5H-1.4V-5.5H1.4V-3.5H4.1V-5.5H6.8V-.5Z"/>'
        '<path fill="#c0392b" d="M0 -5.5V-9.5L6 -7.8L.8 -6.2V-5.5Z"/>'
        '<path fill="#fff8e6" d="M-1.7 9.5V5A1.7 1.7 0 0 1 1.7 5V9.5Z"/>'
    ),
    "lost_mine": (
        '<path fill="#7b5a33" d="M-9.5 8.5V0L-5.8 -7.5H5.8L9.5 0V8.5Z"/>'
        '<path fill="#17120d" d="M-5.5 8.5V.5L-3.4 -3.8H3.4L5.5 .5V8.5Z"/>'
        '<circle cx="-1.8" cy="6.4" r="2" fill="#f6c945"/><circle cx="2" cy="6.6" r="1.7" fill="#f6c945"/>'
    ),
    "stonehedge": '<path fill="#6f7a72" d="M-8.5 9V-3H-4V9ZM4 9V-3H8.5V9ZM-10 -3.8L-9.4 -8.2L9.8 -7.6L10 -3.6Z"/>',
    "pentacle": (
        '<g fill="none" stroke="#8b1e2d" stroke-width="1.5" stroke-linejoin="round"><circle r="8.8"/>'
        '<path d="M0 -8.8L5.2 7.1L-8.4 -2.7H8.4L-5.2 7.1Z"/></g>'
    ),
    "doormat": (
        '<path fill="#a8432f" d="M-10 1L3.5 -5.5L10 -.5L-3.5 6.5Z"/>'
        '<path fill="none" stroke="#f6c945" stroke-width="1.5" d="M-5.6 2L3.2 -2.4L5.6 -.4"/>'
        '<path stroke="#a8432f" stroke-width="1.3" d="M-10 1L-10.5 4M-7.6 3L-8 6M-5.4 5L-5.8 8M-3.5 6.5L-3.8 9.3"/>'
    ),
    "ring": (
        '<circle cy="2.6" r="5.6" fill="none" stroke="#c08410" stroke-width="3"/>'
        '<path fill="#2f8f4a" d="M-4 -9H4L5.5 -6L0 -1.6L-5.5 -6Z"/>'
    ),
    "scepter": (
        '<path stroke="#8a5f00" stroke-width="2.8" stroke-linecap="round" d="M-7 8.5L2.5 -2"/>'
        '<circle cx="4.6" cy="-4.4" r="4.4" fill="#b3261e"/>'
        '<path fill="#f6c945" d="M.4 -.4L-.6 -3.6L1.6 -1.8L4.6 -.2Z"/>'
        '<circle cx="3.4" cy="-5.6" r="1.3" fill="#fff8e6"/>'
    ),
    "orb": (
        '<circle cy="1.8" r="7.4" fill="#d9a514"/><path fill="#8a5f00" d="M-7.2 .6H7.2V3H-7.2Z"/>'
        '<path stroke="#8a5f00" stroke-width="2" d="M0 -5.6V-10M-2.4 -8H2.4"/>'
        '<circle cx="-2.6" cy="-1.8" r="1.5" fill="#fff8e6"/>'
    ),
    "socks": (
        '<path fill="#6b8a2f" d="M-5.5 -9.5H1.5V1L7.5 4.6A3.2 3.2 0 0 1 4.6 9L-4 7.6C-6 7 -6.6 5 -6.2 3Z"/>'
        '<path stroke="#fff8e6" stroke-width="1.7" d="M-5.6 -6.2H1.5M-5.7 -2.8H1.5"/>'
    ),
    "sword": (
        '<path fill="#8d99a6" d="M-1.9 3.5V-7L0 -10L1.9 -7V3.5Z"/><path fill="#5a3c14" d="M-1.3 5H1.3V9.5H-1.3Z"/>'
        '<path stroke="#b0761a" stroke-width="2.4" stroke-linecap="round" d="M-5 4.2H5"/>'
    ),
    "armor": (
        '<path fill="#a8432f" d="M-9.5 1.5C-9.5 -5 -5 -9 0 -9S9.5 -5 9.5 1.5Z"/>'
        '<path fill="#cdb68d" d="M-3.6 1.5H3.6L4.8 9H-4.8Z"/>'
        '<circle cx="-4" cy="-3" r="1.6" fill="#fff8e6"/><circle cx="1" cy="-5.4" r="1.6" fill="#fff8e6"/>'
        '<circle cx="5" cy="-1.6" r="1.4" fill="#fff8e6"/>'
    ),
    "queen": (
        '<path fill="#d9a514" d="M-9 7.5V-5L-4.5 0L0 -8L4.5 0L9 -5V7.5Z"/>'
        '<circle cy="4" r="1.8" fill="#b3261e"/>'
        '<circle cx="-5" cy="4" r="1.3" fill="#1f5fbf"/><circle cx="5" cy="4" r="1.3" fill="#1f5fbf"/>'
    ),
    "ancient": (
        '<path fill="none" stroke="#226b5d" stroke-width="2.4" stroke-linecap="round" '
        'd="M-4.5 2Q-9 4 -7 9M-1.5 3Q-3 6 -1.5 9.5M1.5 3Q3 6 1.5 9.5M4.5 2Q9 4 7 9"/>'
        '<path fill="#226b5d" d="M-9.5 -2.5Q0 -13 9.5 -2.5Q0 7 -9.5 -2.5Z"/><circle cy="-2.6" r="3.2" fill="#f6c945"/>'
        '<circle cy="-2.6" r="1.4" fill="#17120d"/>'
    ),
    "ghost": (
        '<path fill="#eef3f7" stroke="#5d6b78" stroke-width="1.4" stroke-linejoin="round" '
        'd="M-6.5 9V-2.5A6.5 6.5 0 0 1 6.5 -2.5V9L3.3 6.2L0 9L-3.3 6.2Z"/>'
        '<circle cx="-2.5" cy="-2" r="1.4" fill="#2b2620"/><circle cx="2.5" cy="-2" r="1.4" fill="#2b2620"/>'
    ),
    "balrog": (
        '<path fill="#7a1410" d="M-9 -9.5C-8.5 -5 -7 -3.6 -5 -3.4C-3 -6 3 -6 5 -3.4C7 -3.6 8.5 -5 9 -9.5'
        'C11 -3 9 1 6 1.6C6 6 3 9 0 9.8C-3 9 -6 6 -6 1.6C-9 1 -11 -3 -9 -9.5Z"/>'
        '<path fill="#f6a21b" d="M-4.4 -.8L-.8 1.2L-3.8 2.6ZM4.4 -.8L.8 1.2L3.8 2.6ZM-2.6 5H2.6L0 7.6Z"/>'
    ),
    "bag": (
        '<path fill="#96703f" '
        'd="M-3 -4.5C-10 1 -9 9 0 9S10 1 3 -4.5ZM-5.5 -9.5L-2 -8L0 -9.5L2 -8L5.5 -9.5L3 -5.5H-3Z"/>'
        '<path stroke="#4f3610" stroke-width="1.8" stroke-linecap="round" d="M-3.6 -5H3.6"/>'
    ),
    "volcano": (
        '<path fill="#5b3a33" d="M-10 9L-3.5 -4H3.5L10 9Z"/>'
        '<path fill="#e4572e" d="M-3.5 -4H3.5L5.4 0L2.6 -.6L.6 4.4L-2 -.2L-5.2 1Z"/>'
        '<path fill="none" stroke="#e4572e" stroke-width="1.9" stroke-linecap="round" '
        'd="M0 -6V-9.5M-3.6 -6.2L-5.6 -8.8M3.6 -6.2L5.6 -8.8"/>'
    ),
}

WARCRAFT_ICONS: dict[str, str] = {
    "anchor": (
        '<g fill="none" stroke="#1c5a80" stroke-width="2.4" stroke-linecap="round"><circle cy="-6.6" r="2.4"/>'
        '<path d="M0 -4V8.6M-4 -1.6H4M-8.4 2.4C-8 6.4 -4.4 8.8 0 8.8S8 6.4 8.4 2.4"/></g>'
    ),
    "murloc": (
        '<path fill="#3f8f6e" d="M-9.5 1C-9.5 -4 -6 -6.5 0 -6.5S9.5 -4 9.5 1C9.5 6.5 5 9.5 0 9.5S-9.5 6.5 -9.5 1Z"/>'
        '<path fill="#c0562f" d="M-1.6 -6L0 -10.5L1.6 -6ZM-9 -1.5L-11.5 2.5L-8.6 3.5ZM9 -1.5L11.5 2.5L8.6 3.5Z"/>'
        '<circle cx="-4.6" cy="-5" r="3.2" fill="#f6e27a"/><circle cx="4.6" cy="-5" r="3.2" fill="#f6e27a"/>'
        '<circle cx="-4.2" cy="-5" r="1.4" fill="#17120d"/><circle cx="4.2" cy="-5" r="1.4" fill="#17120d"/>'
        '<path fill="#173f30" d="M-6.2 2.4Q0 5 6.2 2.4Q4 7 0 7T-6.2 2.4Z"/>'
    ),
    "tower": (
        '<path fill="#7a5a34" d="M-4.6 9.5L-3 -2.5H3L4.6 9.5Z"/><path fill="#5a4020" d="M-5.6 -6.5H5.6V-2.5H-5.6Z"/>'
        '<path fill="#a8321f" d="M-6.8 -6.2L0 -10.5L6.8 -6.2Z"/><path fill="#f6c945" d="M-1.4 -5.6H1.4V-3.2H-1.4Z"/>'
    ),
    "wall": (
        '<path fill="#46719c" d="M-9.5 9V-1H-5.5V1.5H-2V-1H2V1.5H5.5V-1H9.5V9Z"/>'
        '<circle cy="-5.4" r="3.6" fill="#8fd6ea" stroke="#2b6c8c" stroke-width="1.2"/>'
        '<path fill="none" stroke="#8fd6ea" stroke-width="1.3" stroke-linecap="round" '
        'd="M-8.4 -6.4Q-6.6 -8.6 -5 -7M8.4 -6.4Q6.6 -8.6 5 -7"/>'
        '<circle cx="-1.2" cy="-6.2" r="1.1" fill="#ffffff"/>'
    ),
    "champion": (
        '<path fill="#8d99a6" d="M-7.5 9V-1A7.5 7.5 0 0 1 7.5 -1V9L2.2 6V.5H-2.2V6Z"/>'
        '<path fill="#17120d" d="M-6 .2H6V2.4H-6Z"/>'
        '<path fill="#b3261e" d="M-1.4 -8.6C-3 -11 3 -11 8 -7.6C5 -7.6 2.6 -7 1.4 -6Z"/>'
    ),
    "beasts": (
        '<path fill="#6b4a2b" d="M0 -1C4.4 -1 7 3.6 6 6.8C5.2 9.4 2.4 8.4 0 8.4S-5.2 9.4 -6 6.8C-7 3.6 -4.4 -1 0 -1Z"/>'
        '<g fill="#6b4a2b"><ellipse cx="-7.6" cy="-.6" rx="2" ry="2.8"/>'
        '<ellipse cx="-2.9" cy="-5.6" rx="2.1" ry="3.1"/>'
        '<ellipse cx="2.9" cy="-5.6" rx="2.1" ry="3.1"/><ellipse cx="7.6" cy="-.6" rx="2" ry="2.8"/></g>'
    ),
    "objective": (
        '<g fill="none" stroke="#b3261e" stroke-width="2.2"><circle r="8"/><circle r="3.6"/></g>'
        '<path stroke="#b3261e" stroke-width="1.8" stroke-linecap="round" '
        'd="M0 -10.5V-6M0 10.5V6M-10.5 0H-6M10.5 0H6"/>'
    ),
    "bomb": (
        '<circle cx="-1" cy="2.4" r="7" fill="#2b2620"/><path fill="#2b2620" d="M1.6 -6L6 -2L4 .4L-.6 -3.4Z"/>'
        '<path fill="none" stroke="#8a5a24" stroke-width="1.7" d="M4.2 -4.4Q6 -8.6 8.6 -7.2"/>'
        '<circle cx="8.6" cy="-7.6" r="2" fill="#e4572e"/><circle cx="-3.4" cy="0" r="1.7" fill="#b9b2a8"/>'
    ),
    "face_down": (
        '<circle r="9.4" fill="#4d3a73"/>'
        '<circle r="7" fill="none" stroke="#f6c945" stroke-width="1.2" stroke-dasharray="2 1.4"/>'
        '<path fill="none" stroke="#f6c945" stroke-width="2.1" stroke-linecap="round" '
        'd="M-2.8 -2.4C-2.8 -5.6 2.8 -5.6 2.8 -2.2C2.8 0 0 -.2 0 2.2"/><circle cy="5" r="1.3" fill="#f6c945"/>'
    ),
    "aegis": (
        '<path fill="#b8860b" d="M-8.5 -8.5Q0 -11 8.5 -8.5V0C8.5 5.4 4 8.8 0 10C-4 8.8 -8.5 5.4 -8.5 0Z"/>'
        '<path fill="#2f6f8f" d="M-5.8 -6Q0 -7.8 5.8 -6V0C5.8 3.8 2.6 6.2 0 7.2C-2.6 6.2 -5.8 3.8 -5.8 0Z"/>'
        '<circle r="2.6" fill="#fff8e6"/>'
    ),
    "frostmourne": (
        '<path fill="#6fb3d2" stroke="#2d6f94" stroke-width=".9" d="M2 3.4L8 -6.4L9.4 -9.4L6.4 -8L-3.4 -2Z"/>'
        '<path stroke="#3c4650" stroke-width="2.6" stroke-linecap="round" d="M-6.4 -1.4L1.4 6.4M-3.4 3.4L-8 8"/>'
        '<path fill="none" stroke="#ffffff" stroke-width="1" d="M-.4 .4L6.4 -6.4"/>'
    ),
    "ashes": (
        '<path fill="#e4572e" d="M0 -10C5 -5.4 8 -2 8 3A8 7 0 0 1 -8 3C-8 .4 -6.6 -1.6 -5 -3.6C-4.4 -2 -3.6 -1.2 '
        '-2.6 -.8C-3 -4.4 -1.6 -7.4 0 -10Z"/>'
        '<path fill="#f6c945" d="M.4 -2.6C3.2 0 4.4 1.8 4.4 4.4A4.4 4.4 0 0 1 -4.4 4.4C-4.4 2.2 -.8 1.2 .4 -2.6Z"/>'
    ),
    "heart": (
        '<path fill="none" stroke="#9a6b00" stroke-width="1.8" d="M-6 -9.6Q0 -5.4 6 -9.6"/>'
        '<path fill="#d9a514" d="M0 -6.4L7.4 0L0 9.6L-7.4 0Z"/><path fill="#58b7e0" d="M0 -3.4L4.2 .4L0 6L-4.2 .4Z"/>'
        '<path fill="#ffffff" d="M0 -3.4L1.6 .2L0 1.6L-1.8 .2Z"/>'
    ),
    "doomhammer": (
        '<path stroke="#6b4a2b" stroke-width="3" stroke-linecap="round" d="M-7 9L1.4 -1.6"/>'
        '<path fill="#3c4650" d="M-6.2 -5.4L.4 -10L9.6 1.4L3 6Z"/>'
        '<path fill="#8d99a6" d="M-3 -4.4L.2 -6.6L6.2 1L3 3.2Z"/>'
    ),
    "meeting_stone": (
        '<path fill="#7f858d" d="M-6 9L-4.6 -6.4L.4 -10L5 -6L6 9Z"/><path fill="#4f5a3a" d="M-9.5 7.2H9.5V9.6H-9.5Z"/>'
        '<path fill="none" stroke="#58b7e0" stroke-width="1.8" d="M0 -5.4L2.8 -1.6L0 2.2L-2.8 -1.6Z"/>'
    ),
    "chapel": (
        '<path fill="#cdb68d" d="M-8.5 9.5V0L-1 -4.4V9.5Z"/><path fill="#8a5a24" d="M-10 .8L-1 -6V-3Z"/>'
        '<path fill="#e7d9ba" d="M-1 9.5V-5H6.6V9.5Z"/><path fill="#8a3b2a" d="M-2.2 -4.6L2.8 -10.4L7.8 -4.6Z"/>'
        '<path fill="#f6c945" d="M1.2 -2.6H4.4V1.4H1.2Z"/><path fill="#5a3c14" d="M.8 9.5V5.6A2 2 0 0 1 4.8 5.6V9.5Z"/>'
    ),
    "karazhan": (
        '<path fill="#5a5470" d="M-3.8 9.6L-2.8 -4H2.8L3.8 9.6ZM4.6 9.6V1.4H8V9.6ZM-8 9.6V3.6H-4.6V9.6Z"/>'
        '<path fill="#38324d" d="M-4.4 -3.6L0 -10.4L4.4 -3.6ZM4 1.8L6.3 -2.6L8.6 1.8ZM-8.6 4L-6.3 0L-4 4Z"/>'
        '<path fill="#f6c945" d="M-1 -2.4H1V.4H-1ZM-1 3H1V5.6H-1Z"/>'
    ),
    "dark_portal": (
        '<path fill="#4a4640" d="M-9.6 9.6V-8.4H9.6V9.6H5.8V-3.8H-5.8V9.6Z"/>'
        '<path fill="#3fae4a" d="M-5.8 9.6V-3.8H5.8V9.6Z"/>'
        '<path fill="none" stroke="#c9f2a0" stroke-width="1.7" stroke-linecap="round" '
        'd="M3.4 6.6C-2.6 7.4 -4.6 1.4 -.6 -.4C2.4 -1.6 3.6 2.8 .8 3.2"/>'
    ),
    "battleground": (
        '<g stroke-linecap="round"><path stroke="#8d99a6" stroke-width="2.6" d="M-8 -8.4L4.4 4M8 -8.4L-4.4 4"/>'
        '<path stroke="#5a3c14" stroke-width="2.4" d="M2 6.6L6.6 2M-2 6.6L-6.6 2M4.4 4L7.6 8.4M-4.4 4L-7.6 8.4"/></g>'
    ),
    "well": (
        '<ellipse cy="4" rx="9" ry="5" fill="#6f7a86"/><ellipse cy="2.4" rx="6.4" ry="3.2" fill="#2f7fd0"/>'
        '<path fill="none" stroke="#7cc4f0" stroke-width="1.9" stroke-linecap="round" '
        'd="M0 1.6C-3.6 -1.4 3.6 -4.4 0 -9M-3.6 1C-5.6 -1.4 -3.6 -3 -4.4 -5.4M3.6 1C5.6 -1.4 3.6 -3 4.4 -5.4"/>'
    ),
    "spirit_healer": (
        '<path fill="#dfe9f5" stroke="#5d6b9a" stroke-width="1.2" stroke-linejoin="round" '
        'd="M-1.6 -2C-5 -8 -8.6 -8 -9.8 -6.4C-9.4 -1.4 -6 1.8 -2 2.4'
        'M1.6 -2C5 -8 8.6 -8 9.8 -6.4C9.4 -1.4 6 1.8 2 2.4"/>'
        '<path fill="#8e9cc9" d="M-2 -3.4H2L3.8 9.6H-3.8Z"/><circle cy="-6" r="2.5" fill="#8e9cc9"/>'
        '<ellipse cy="-9.6" rx="2.8" ry=".8" fill="none" stroke="#d9a514" stroke-width="1.1"/>'
    ),
}

ICONS: dict[str, str] = {**BASE_ICONS, **UNDERGROUND_ICONS, **WARCRAFT_ICONS}
