/**
 * Checks that run inside a page, as text that is sent to the browser: each says in words what is wrong, nothing where all is
 * well. They are text because the types of a browser in this program would hide those of Node.
 */

/** A page wider than its screen. */
export const SIDEWAYS_OVERFLOW = String.raw`(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? ['the page is ' + scrollWidth + ' pixels wide on a screen of ' + clientWidth] : [];
})()`;

/** Texts of an SVG that lie on one another, or reach out of it. */
export const OVERLAPPING = String.raw`(() => {
  const found = [];
  for (const picture of document.querySelectorAll('.panel svg')) {
    const frame = picture.getBoundingClientRect();
    const elements = [...picture.querySelectorAll('text')];
    const texts = elements.map((element) => ({ words: element.textContent, box: element.getBoundingClientRect() }));
    const where = picture.closest('.panel').id + ': ';
    texts.forEach(({ words, box }, i) => {
      const isWithin = box.left >= frame.left - 1 && box.right <= frame.right + 1;
      if (!isWithin || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) found.push(where + '"' + words + '" reaches out');
      for (const other of texts.slice(i + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // Boxes of lines are a little higher than their letters.
        const spare = 0.2 * Math.min(box.height, other.box.height, box.width, other.box.width);
        if (across > 0.5 && down > spare) found.push(where + '"' + words + '" on "' + other.words + '"');
      }
    });
  }
  return found;
})()`;

/** Texts with less than 4.5 to 1 between their colour and what lies behind it (WCAG 2, success criterion 1.4.3). */
export const BAD_CONTRAST = String.raw`(() => {
  const channels = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color) => {
    const [r, g, b] = color.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paperOf = (element) => {
    if (element === null) return [255, 255, 255];
    const color = channels(getComputedStyle(element).backgroundColor);
    return color.length === 4 && color[3] === 0 ? paperOf(element.parentElement) : color;
  };
  const found = [];
  for (const element of document.querySelectorAll('body, body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
    if (!hasText || ['SCRIPT', 'STYLE'].includes(element.tagName) || element.getClientRects().length === 0) continue;
    const style = getComputedStyle(element);
    const ink = luminance(channels(element instanceof SVGElement ? style.fill : style.color));
    const paper = luminance(paperOf(element));
    const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (!(ratio >= 4.5)) found.push(ratio.toFixed(2) + ' "' + element.textContent.slice(0, 40) + '"');
  }
  return found;
})()`;

export const PAPER = 'getComputedStyle(document.body).backgroundColor';
