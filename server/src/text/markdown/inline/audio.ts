/** `![title](recording.mp3)`: image syntax is only used for audio. Images are shown by previews. */
import { uploadPath } from "../addresses.ts";
import { type Attributes, element } from "../html.ts";
import { hrefFor } from "./anchor.ts";
import { destinationAt } from "./link-syntax.ts";
import type { Construct } from "./scan.ts";

const AUDIO = /\.(?:aac|flac|m4a|mp3|mpga|wav|weba)$/i;

export const audio: Construct = (scan, at, limit) => {
  if (scan.inLink || scan.rendering.options.players === false) return undefined;
  const close = scan.closingBracket(at + 1);
  if (close === undefined || close >= limit) return undefined;
  const destination = destinationAt(scan, close + 1, limit);
  const src = destination && hrefFor(scan, destination.address);
  if (destination === undefined || src === undefined) return undefined;
  if (!AUDIO.test(src.replace(/[?#].*$/s, "")) || !/^(?:https?:|\/|user_uploads\/)/i.test(src)) return undefined;
  const upload = uploadPath(src);
  if (upload !== undefined) scan.rendering.uploads.add(upload);
  const proxied = /^https?:/i.test(src) ? scan.rendering.options.proxied?.(src) : undefined;
  const title = scan.source.slice(at + 2, close) || undefined;
  const attributes: Attributes = {
    controls: true,
    "data-original-url": proxied === undefined ? undefined : src,
    preload: "metadata",
    src: proxied ?? src,
    title,
  };
  return { html: element("audio", attributes), end: destination.end };
};
