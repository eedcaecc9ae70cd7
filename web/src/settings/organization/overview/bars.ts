/** The bars of a chart: one for each day, in units of the drawing. */

export interface DayValue {
  readonly date: string;
  readonly value: number;
}

export interface Bar extends DayValue {
  readonly x: number;
  readonly height: number;
}

export const BAR_STEP = 10;
export const BAR_WIDTH = 8;
export const CHART_HEIGHT = 100;
/** A day with something is never drawn as one with nothing. */
const LEAST_HEIGHT = 1.5;

/** The next number of one digit and zeros: the top of the scale is a number that people read easily. */
export function topOf(values: readonly number[]): number {
  const most = Math.max(1, ...values);
  const unit = 10 ** (String(most).length - 1);
  return Math.ceil(most / unit) * unit;
}

export function barsOf(days: readonly DayValue[]): Bar[] {
  const top = topOf(days.map(({ value }) => value));
  return days.map((day, n) => ({
    ...day,
    x: n * BAR_STEP,
    height: day.value === 0 ? 0 : Math.max(LEAST_HEIGHT, (day.value / top) * CHART_HEIGHT),
  }));
}
