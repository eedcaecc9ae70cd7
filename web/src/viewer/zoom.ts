/** The zoom and position of an image. */
export interface View {
  /** 1 fits the window. */
  readonly scale: number;
  /** The offset of its centre from the window's centre, in pixels. */
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const FITTED: View = { scale: 1, x: 0, y: 0 };
const LARGEST = 8;
const STEP = 1.5;

export const zoomedIn = (view: View, shown: Size, room: Size): View => zoomed(view, STEP, { x: 0, y: 0 }, shown, room);
export const zoomedOut = (view: View, shown: Size, room: Size): View =>
  zoomed(view, 1 / STEP, { x: 0, y: 0 }, shown, room);

/** Zooms around a point, given relative to the window's centre. `shown` is the size at scale 1. */
export function zoomed(
  view: View,
  factor: number,
  point: { readonly x: number; readonly y: number },
  shown: Size,
  room: Size,
): View {
  const scale = Math.min(Math.max(view.scale * factor, 1), LARGEST);
  const by = scale / view.scale;
  return kept({ scale, x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by }, shown, room);
}

export const moved = (view: View, by: { readonly x: number; readonly y: number }, shown: Size, room: Size): View =>
  kept({ ...view, x: view.x + by.x, y: view.y + by.y }, shown, room);

/** An image never moves past its edge. */
function kept({ scale, x, y }: View, shown: Size, room: Size): View {
  const [farX, farY] = [
    Math.max(0, (shown.width * scale - room.width) / 2),
    Math.max(0, (shown.height * scale - room.height) / 2),
  ];
  return { scale, x: Math.min(Math.max(x, -farX), farX), y: Math.min(Math.max(y, -farY), farY) };
}
