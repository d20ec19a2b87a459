"""The camera's pictures of scored throws, kept beside the journal for the argument that always comes.

`keeper` fetches the picture of a reading once the throw that was read from it stands in the journal; `album` keeps
the files. The table knows nothing of either, and never waits for them.
"""

from controller.pictures.album import Album
from controller.pictures.keeper import PictureKeeper

__all__ = ["Album", "PictureKeeper"]
