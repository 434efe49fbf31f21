"""Small icons for Small Islands, all drawn for this project, in a box from -10 to 10."""

from __future__ import annotations

_PETAL = "M0 6C-3.6 2 -3.6 -4.6 0 -8.6C3.6 -4.6 3.6 2 0 6Z"
_LEAF = '<path d="M0 0C-1.2 -3.4 .4 -6 3.8 -7C5 -3.6 3.4 -.8 0 0Z"'

ICONS: dict[str, str] = {
    "lotus": (
        '<g fill="#e79cc4" stroke="#8f2f6d" stroke-width="1" stroke-linejoin="round">'
        f'<path transform="translate(0 1.6) rotate(-62 0 6)" d="{_PETAL}"/>'
        f'<path transform="translate(0 1.6) rotate(62 0 6)" d="{_PETAL}"/>'
        f'<path transform="rotate(-32 0 6)" d="{_PETAL}"/><path transform="rotate(32 0 6)" d="{_PETAL}"/>'
        f'<path fill="#fbe3ef" d="{_PETAL}"/></g>'
    ),
    "dragonfruit": (
        '<path fill="#3f9142" d="M-1 -10L1.6 -5.6L5.4 -9.4L4.6 -4.6L9.4 -5.4L6.4 -1.4L9.6 2L5.6 3.4L-5.6 3.4L-9.6 2'
        'L-6.4 -1.4L-9.4 -5.4L-4.6 -4.6L-5.4 -9.4Z"/>'
        '<ellipse cy="1.4" rx="7.2" ry="8" fill="#cf1f3f"/><ellipse cy="2" rx="4.9" ry="5.6" fill="#ffffff"/>'
        '<g fill="#2b2620"><circle cx="-1.8" cy="-.8" r=".9"/><circle cx="1.8" cy="-.4" r=".9"/>'
        '<circle cy="2.4" r=".9"/><circle cx="-2.2" cy="4" r=".9"/><circle cx="2.2" cy="4.4" r=".9"/></g>'
    ),
    "laurel": (
        '<g fill="#2f7d3f"><path fill="none" stroke="#2f7d3f" stroke-width="1.5" stroke-linecap="round" '
        'd="M-6.5 9Q-2 3 1 -6"/>'
        f'<g transform="translate(-4.4 6) rotate(-20)">{_LEAF} transform="scale(-1.15 1.15)"/></g>'
        f'<g transform="translate(-4 5.6) rotate(42)">{_LEAF} transform="scale(1.25)"/></g>'
        f'<g transform="translate(-1.6 1.4) rotate(-22)">{_LEAF} transform="scale(-1.15 1.15)"/></g>'
        f'<g transform="translate(-1.2 .8) rotate(40)">{_LEAF} transform="scale(1.25)"/></g>'
        f'<g transform="translate(.6 -4.4) rotate(-14)">{_LEAF} transform="scale(.9)"/></g></g>'
    ),
    "temple": (
        '<path fill="#8c4a2f" d="M0 -10L10 -3.4H-10Z"/><path fill="#f2dcae" d="M-7.6 -3.4H7.6V6.4H-7.6Z"/>'
        '<path fill="#8c4a2f" d="M-7.4 -2.2H-4.6V6H-7.4ZM-1.4 -2.2H1.4V6H-1.4ZM4.6 -2.2H7.4V6H4.6ZM-10 6H10V9H-10Z"/>'
    ),
    "site": (
        '<path fill="#fff8e6" fill-opacity=".75" stroke="#6b4a2b" stroke-width="1.6" stroke-dasharray="2.6 1.8" '
        'stroke-linejoin="round" d="M-8 9V-1.4L0 -9L8 -1.4V9Z"/>'
    ),
    "port": (
        '<g fill="none" stroke="#17406b" stroke-width="2.1" stroke-linecap="round"><circle cy="-6" r="2.1"/>'
        '<path d="M0 -3.8V7.6M-3.4 -1.4H3.4M-6.8 2.2C-6.4 5.6 -3.4 7.6 0 7.6S6.4 5.6 6.8 2.2"/></g>'
    ),
    "any": (
        '<path fill="#e79cc4" stroke="#8f2f6d" stroke-width=".8" d="M0 0V-8.6A8.6 8.6 0 0 1 7.4 4.3Z"/>'
        '<path fill="#cf1f3f" d="M0 0L7.4 4.3A8.6 8.6 0 0 1 -7.4 4.3Z"/>'
        '<path fill="#2f7d3f" d="M0 0L-7.4 4.3A8.6 8.6 0 0 1 0 -8.6Z"/>'
    ),
    "gull": (
        '<path fill="none" stroke="#ffffff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" '
        'd="M-8 -1.6Q-4 -5 0 1Q4 -5 8 -1.6"/>'
    ),
}
"""The icons that a legend can name, and the gull of the start tiles."""

HOUSE = "M-8.6 9V-1.6L0 -9.6L8.6 -1.6V9Z"
"""Outline of a house, filled with its seat's colour."""

HULL, SAIL = "M-9.4 4H9.4L6.4 9H-6.4Z", "M-.8 2.6V-10Q8.6 -5.6 8.4 2.6Z"
JIB = "M-2.2 2.6V-7.4Q-7 -3 -7.6 2.6Z"
"""Parts of a ship; the sails have its owner's colour."""
