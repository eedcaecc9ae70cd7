/** Draws the contours of invented hills, so that the demo has a picture of its own. */
import { imageLibrary } from "../../kernel/files/image-library.ts";

const [WIDTH, HEIGHT] = [960, 600];
/** Between two contours. */
const STEP = 0.08;
const GROUND = [24, 34, 44];
const LINE = [110, 200, 170];
const RIDGE = [240, 220, 130];

const hills = [
  { x: 0.3, y: 0.45, size: 0.22, height: 1 },
  { x: 0.68, y: 0.35, size: 0.16, height: 0.8 },
  { x: 0.75, y: 0.75, size: 0.25, height: 0.6 },
];

function heightAt(x: number, y: number): number {
  const waves = 0.03 * Math.sin(x * 23 + y * 9) + 0.03 * Math.cos(y * 19 - x * 7);
  return hills.reduce((sum, hill) => {
    const distance = (x - hill.x) ** 2 + (0.7 * (y - hill.y)) ** 2;
    return sum + hill.height * Math.exp(-distance / hill.size ** 2);
  }, waves);
}

export async function drawMap(): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let row = 0; row < HEIGHT; row++)
    for (let column = 0; column < WIDTH; column++) {
      const [x, y] = [column / WIDTH, row / HEIGHT];
      const height = heightAt(x, y);
      const slope = Math.hypot(heightAt(x + 0.001, y) - height, heightAt(x, y + 0.001) - height) / 0.001;
      // How many pixels the next contour is away: lines are equally thick on steep and gentle slopes.
      const offset = Math.abs(height / STEP - Math.round(height / STEP)) * STEP;
      const line = Math.max(0, 1 - (offset / Math.max(slope, 0.05)) * WIDTH * 0.6);
      const colour = Math.round(height / STEP) % 5 === 0 ? RIDGE : LINE;
      for (let channel = 0; channel < 3; channel++)
        pixels[(row * WIDTH + column) * 3 + channel] =
          (GROUND[channel] as number) * (1 + height * 0.4) * (1 - line) + (colour[channel] as number) * line;
    }
  const sharp = await imageLibrary();
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer();
}
