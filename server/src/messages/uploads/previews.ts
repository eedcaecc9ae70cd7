/** What rendering needs to know about linked images. */
import type { Context } from "../../kernel/context.ts";
import type { ImageFacts } from "../../kernel/db/schema.ts";
import { formatsOf, type ThumbnailFormat, transcodedFormat } from "../../kernel/files/formats.ts";
import type { UploadedImage } from "../../text/markdown/names.ts";
import { readable } from "./access.ts";
import { attachmentsAt } from "./store.ts";

/** The images among these files that the caller may read. */
export async function uploadedImages(
  ctx: Context,
  pathIds: Iterable<string>,
): Promise<ReadonlyMap<string, UploadedImage>> {
  const wanted = [...pathIds];
  if (wanted.length === 0) return new Map();
  const files = await attachmentsAt(ctx.db, ctx.realm.id, wanted);
  const images = await readable(
    ctx,
    files.filter((file) => file.image !== null),
  );
  return new Map(images.flatMap(({ path_id, image }) => (image ? [[path_id, shown(path_id, image)] as const] : [])));
}

function shown(pathId: string, image: ImageFacts): UploadedImage {
  const [first] = formatsOf(image) as [ThumbnailFormat];
  const path = pathId.split("/").map(encodeURIComponent).join("/");
  return {
    content_type: image.content_type,
    width: image.width,
    height: image.height,
    animated: first.animated,
    thumbnail_url: `/user_uploads/thumbnail/${path}/${first.name}`,
    transcoded_format: transcodedFormat(image)?.name,
  };
}
