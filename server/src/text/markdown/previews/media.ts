/** Previews images and videos below the links to them. */
import { uploadPath } from "../addresses.ts";
import { type Attributes, element, type Html, open } from "../html.ts";
import type { UploadedImage } from "../names.ts";
import type { Rendering, WrittenLink } from "../rendering.ts";

export interface Preview {
  readonly html: Html;
  /** Whether the preview replaces the URL itself. */
  readonly replacesLink: boolean;
}

const IMAGE = /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i;
const VIDEO = /\.(?:mp4|webm)$/i;
const STILL_LOADING = "/static/images/loading/loader-black.svg";

export function mediaPreview(rendering: Rendering, link: WrittenLink): Preview | undefined {
  const upload = uploadPath(link.href);
  if (upload !== undefined) return uploadPreview(rendering, link, upload);
  const url = URL.parse(link.href);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
  const video = youtubeId(url);
  if (video !== undefined) return { html: youtubePreview(rendering, link.href, video), replacesLink: false };
  if (IMAGE.test(url.pathname))
    return { html: imageFrame(link, externalImage(rendering, link.href)), replacesLink: true };
  if (VIDEO.test(url.pathname)) return { html: videoFrame(link, proxied(rendering, link.href)), replacesLink: true };
  return undefined;
}

function uploadPreview(rendering: Rendering, link: WrittenLink, pathId: string): Preview | undefined {
  const href = link.href.startsWith("/") ? link.href : `/${link.href}`;
  if (VIDEO.test(pathId)) return { html: videoFrame({ ...link, href }, href), replacesLink: true };
  const image = rendering.names.uploadedImage(pathId);
  if (image === undefined) return undefined;
  return { html: imageFrame({ ...link, href }, open("img", imageAttributes(image))), replacesLink: true };
}

function imageAttributes(image: UploadedImage): Attributes {
  const original = {
    "data-original-content-type": image.content_type,
    "data-original-dimensions": `${image.width}x${image.height}`,
  };
  if (image.thumbnail_url === undefined) return { class: "image-loading-placeholder", ...original, src: STILL_LOADING };
  return {
    "data-animated": image.animated ? "true" : undefined,
    ...original,
    "data-transcoded-image": image.transcoded_format,
    src: image.thumbnail_url,
  };
}

function imageFrame({ href, label }: WrittenLink, image: Html): Html {
  return element("div", { class: "message_inline_image" }, element("a", { href, title: label }, image));
}

function externalImage(rendering: Rendering, href: string): Html {
  return open("img", { src: proxied(rendering, href) });
}

function videoFrame({ href, label }: WrittenLink, src: string): Html {
  const video = element("video", { preload: "metadata", src });
  return element(
    "div",
    { class: "message_inline_image message_inline_video" },
    element("a", { href, title: label }, video),
  );
}

function proxied(rendering: Rendering, href: string): string {
  return rendering.options.proxied?.(href) ?? href;
}

const YOUTUBE_HOSTS = new Set(["youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com"]);
const YOUTUBE_ID = /^[\w-]{11}$/;
const YOUTUBE_PATH = /^\/(?:embed|shorts|live|v)\/([\w-]{11})(?:\/|$)/;

function youtubeId(url: URL): string | undefined {
  const id =
    url.hostname === "youtu.be"
      ? url.pathname.slice(1)
      : YOUTUBE_HOSTS.has(url.hostname)
        ? (YOUTUBE_PATH.exec(url.pathname)?.[1] ?? url.searchParams.get("v"))
        : undefined;
  return id !== undefined && id !== null && YOUTUBE_ID.test(id) ? id : undefined;
}

function youtubePreview(rendering: Rendering, href: string, id: string): Html {
  const image = externalImage(rendering, `https://i.ytimg.com/vi/${id}/mqdefault.jpg`);
  return element("div", { class: "youtube-video message_inline_image" }, element("a", { "data-id": id, href }, image));
}
