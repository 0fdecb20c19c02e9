// draw.js: draws display lists on canvases.
"use strict";
