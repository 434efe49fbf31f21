"""The fields of the record that the boxes add."""

from swenv.smallworld.rules.underground import fields as underground
from swenv.smallworld.rules.warcraft import fields as warcraft

FIELDS_OF_BOXES = (*underground.ALL, *warcraft.ALL)
