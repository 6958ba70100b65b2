const { createCanvas: createImage, SvgExportFlag } = require('@napi-rs/canvas');
const nodeCanvas = require('@napi-rs/canvas/node-canvas');

/** As node-canvas has it: a canvas of type 'svg' keeps what is drawn as vectors, letters as outlines, and gives it as its buffer. */
function createCanvas(width, height, type) {
  if (type !== 'svg') return nodeCanvas.createCanvas(width, height);
  const canvas = createImage(width, height, SvgExportFlag.ConvertTextToPaths);
  canvas.toBuffer = () => canvas.getContent();
  return canvas;
}

module.exports = { ...nodeCanvas, createCanvas };
