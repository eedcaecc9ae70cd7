/** Which square of a picture is used: a zoom, and the centre of the square as a share of the picture. */
export interface Crop {
  /** 1 is the largest square that fits. */
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

export const MOST_ZOOM = 5;
export const MIDDLE: Crop = { zoom: 1, x: 0.5, y: 0.5 };

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

const sideOf = ({ width, height }: PictureSize, zoom: number): number => Math.min(width, height) / zoom;

/** The crop, moved so that its square lies within the picture. */
export function within(size: PictureSize, { zoom, x, y }: Crop): Crop {
  const zoomed = between(zoom, 1, MOST_ZOOM);
  const half = sideOf(size, zoomed) / 2;
  return {
    zoom: zoomed,
    x: between(x, half / size.width, 1 - half / size.width),
    y: between(y, half / size.height, 1 - half / size.height),
  };
}

/** The square in the picture's pixels. */
export function squareOf(size: PictureSize, crop: Crop): Square {
  const { zoom, x, y } = within(size, crop);
  const side = sideOf(size, zoom);
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side };
}

/** The crop after dragging the picture by pixels of a frame of this size. */
export function dragged(size: PictureSize, crop: Crop, by: { readonly x: number; readonly y: number }, frame: number) {
  const scale = sideOf(size, crop.zoom) / frame;
  return within(size, {
    ...crop,
    x: crop.x - (by.x * scale) / size.width,
    y: crop.y - (by.y * scale) / size.height,
  });
}
