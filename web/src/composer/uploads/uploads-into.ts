/** Uploads dropped or pasted files into a text: a placeholder is shown until the link is ready. */
import type { Session } from "../../state/session.tsx";
import { realmField } from "../../state/settings.ts";
import { sizeText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { inserted } from "../editing/edited.ts";
import type { TextBoxHandle } from "../TextBox.tsx";
import { Uploads } from "./uploads.ts";

const MEBIBYTE = 1024 * 1024;

export interface UploadedInto {
  /** The field, which may be unmounted while the text continues to exist. */
  field(): TextBoxHandle | null | undefined;
  read(): string;
  write(text: string): void;
}

/** Brackets would end the link text. */
const linkText = (name: string): string => name.replaceAll(/[[\]]/g, "");
const placeholderOf = (name: string): string => `[${t("composer.uploading", { name: linkText(name) })}]()`;

export function uploadsInto({ connection, store }: Session, { field, read, write }: UploadedInto): Uploads {
  const replace = (from: string, to: string) => {
    const text = read();
    if (text.includes(from)) write(text.replace(from, () => to));
  };
  return new Uploads({
    csrfToken: connection.csrfToken,
    refusal: ({ name, size }) => {
      const limit = realmField(store.state, "max_file_upload_size_mib") * MEBIBYTE;
      return size > limit ? t("composer.tooLarge", { name, size: sizeText(size), limit: sizeText(limit) }) : undefined;
    },
    onBegin: (_, { name }) => {
      const piece = `${placeholderOf(name)}\n`;
      const there = field();
      if (there) there.apply(inserted(there.edited(), piece));
      else write(read() + piece);
    },
    onDone: (_, { name }, url) => replace(placeholderOf(name), `[${linkText(name)}](${url})`),
    onGone: (_, { name }) => replace(`${placeholderOf(name)}\n`, ""),
    unreachable: () => t("composer.uploadFailed"),
  });
}
