/** Draws the icon with its badge, in the theme's colours. */

const MARK = "/static/icon.svg";
const SIZE = 64;

let mark: Promise<HTMLImageElement> | undefined;

function loadedMark(): Promise<HTMLImageElement> {
  mark ??= new Promise((resolve, reject) => {
    const image = new Image(SIZE, SIZE);
    image.onload = () => resolve(image);
    image.onerror = () => {
      // Without a connection it is retried with the next change.
      mark = undefined;
      reject(new Error("The mark could not be loaded."));
    };
    image.src = MARK;
  });
  return mark;
}

/** The icon URL for a badge given as `badgeText`; undefined if it cannot be drawn now. */
export async function drawnIcon(badge: string): Promise<string | undefined> {
  if (badge === "none") return new URL(MARK, location.origin).href;
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE });
  const context = canvas.getContext("2d");
  const image = await loadedMark().catch(() => undefined);
  if (!context) return undefined;
  if (image) context.drawImage(image, 0, 0, SIZE, SIZE);
  const [kind, count] = badge.split(" ");
  const colour = colourOf(kind === "mention" ? "--mention" : "--accent");
  if (count === undefined) drawDot(context, colour);
  else drawNumber(context, { colour, text: Number(count) > 99 ? "99+" : count });
  return canvas.toDataURL("image/png");
}

const colourOf = (token: string): string => getComputedStyle(document.documentElement).getPropertyValue(token).trim();

function drawDot(context: CanvasRenderingContext2D, colour: string): void {
  disc(context, { x: 49, y: 15, radius: 15, colour: "#fff" });
  disc(context, { x: 49, y: 15, radius: 11, colour });
}

function drawNumber(
  context: CanvasRenderingContext2D,
  { colour, text }: { readonly colour: string; readonly text: string },
): void {
  disc(context, { x: 40, y: 40, radius: 24, colour: "#fff" });
  disc(context, { x: 40, y: 40, radius: 22, colour });
  context.fillStyle = colourOf("--on-accent") || "#fff";
  context.font = `700 ${text.length > 2 ? 20 : text.length > 1 ? 27 : 32}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, 40, 42);
}

function disc(
  context: CanvasRenderingContext2D,
  {
    x,
    y,
    radius,
    colour,
  }: { readonly x: number; readonly y: number; readonly radius: number; readonly colour: string },
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}
