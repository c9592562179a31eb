/**
 * Makes a page, or a process and its threads, live at another time: SCREENSHOT_CLOCK_SHIFT, a global or a variable of the environment, has the
 * distance in milliseconds.
 * The clock goes on as fast as the real one, so that waits and rates stay true.
 */
const RealDate = Date;
const shiftMs = Number(globalThis.SCREENSHOT_CLOCK_SHIFT ?? process.env.SCREENSHOT_CLOCK_SHIFT);

globalThis.Date = class Date extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shiftMs);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};
