/** The hue at a point of the ring, from its centre: 0 is at the top, and it grows with the clock. */
export const hueAt = (right: number, down: number): number =>
  Math.round((Math.atan2(right, -down) * 180) / Math.PI + 360) % 360;
