/**
 * Uploads dropped or pasted files into a text: a placeholder is shown until the link is ready. Pictures may be shown
 * beside the text instead.
 */
import type { Session } from "../../state/session.tsx";
import { realmField } from "../../state/settings.ts";
import { sizeText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { inserted } from "../editing/edited.ts";
import type { TextBoxHandle } from "../TextBox.tsx";
import { isPicture, type Picture } from "./pictures.ts";
import { Uploads } from "./uploads.ts";

const MEBIBYTE = 1024 * 1024;

export interface UploadedInto {
  /** The field, which may be unmounted while the text continues to exist. */
  field(): TextBoxHandle | null | undefined;
  read(): string;
  write(text: string): void;
  /** Where pictures are shown as such, what is done with one that has arrived. */
  readonly onPicture?: (picture: Picture, file: File) => void;
}

/** Brackets would end the link text. */
const linkText = (name: string): string => name.replaceAll(/[[\]]/g, "");
const placeholderOf = (name: string): string => `[${t("composer.uploading", { name: linkText(name) })}]()`;

export function uploadsInto({ connection, store }: Session, into: UploadedInto): Uploads {
  const { field, read, write, onPicture } = into;
  const replace = (from: string, to: string) => {
    const text = read();
    if (text.includes(from)) write(text.replace(from, () => to));
  };
  const isShown = (file: File) => onPicture !== undefined && isPicture(file);
  return new Uploads({
    csrfToken: connection.csrfToken,
    isShown,
    refusal: ({ name, size }) => {
      const limit = realmField(store.state, "max_file_upload_size_mib") * MEBIBYTE;
      return size > limit ? t("composer.tooLarge", { name, size: sizeText(size), limit: sizeText(limit) }) : undefined;
    },
    onBegin: (_, file) => {
      if (isShown(file)) return;
      const piece = `${placeholderOf(file.name)}\n`;
      const there = field();
      if (there) there.apply(inserted(there.edited(), piece));
      else write(read() + piece);
    },
    onDone: (_, file, url) => {
      const name = linkText(file.name);
      if (isShown(file)) onPicture?.({ name, url }, file);
      else replace(placeholderOf(file.name), `[${name}](${url})`);
    },
    onGone: (_, { name }) => replace(`${placeholderOf(name)}\n`, ""),
    unreachable: () => t("composer.uploadFailed"),
  });
}
