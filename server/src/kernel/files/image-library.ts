/**
 * The library that decodes and draws images, loaded with the first image: it takes 20 MB, which a server without any does
 * not need.
 */
import type Sharp from "sharp";

let loading: Promise<typeof Sharp> | undefined;

export function imageLibrary(): Promise<typeof Sharp> {
  loading ??= load();
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  // Nothing is read twice, and other work needs the processor too.
  sharp.cache(false);
  sharp.concurrency(1);
  // Only the decoders of the formats that we accept: others (SVG, PDF, ImageMagick's) are too powerful.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Tiff"].map((name) => `VipsForeignLoad${name}`),
  });
  return sharp;
}
