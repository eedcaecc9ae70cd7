/** The hue at a point of the ring, relative to its centre: 0 at the top, clockwise. */
export const hueAt = (right: number, down: number): number =>
  Math.round((Math.atan2(right, -down) * 180) / Math.PI + 360) % 360;
