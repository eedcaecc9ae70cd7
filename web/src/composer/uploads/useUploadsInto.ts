/** Files that are dropped or pasted into a text: a placeholder stands in it until the link is there. */
import { type RefObject, useState } from "react";
import { useSession } from "../../state/session.tsx";
import { useRealm } from "../../state/settings.ts";
import { sizeText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { inserted } from "../editing/edited.ts";
import type { TextBoxHandle } from "../TextBox.tsx";
import { Uploads } from "./uploads.ts";

const MEBIBYTE = 1024 * 1024;

interface Text {
  readonly field: RefObject<TextBoxHandle | null>;
  /** The text outlives its field, which is gone while a preview is shown. */
  readonly read: () => string;
  readonly write: (text: string) => void;
}

/** Of `read` and `write` those of the first time are used. */
export function useUploadsInto({ field, read, write }: Text): Uploads {
  const { connection } = useSession();
  const limit = useRealm("max_file_upload_size_mib");
  const [made] = useState(() => {
    const plain = (name: string) => name.replaceAll(/[[\]]/g, "");
    const placeholderOf = (name: string) => `[${t("composer.uploading", { name: plain(name) })}]()`;
    const replace = (from: string, to: string) => {
      const text = read();
      if (text.includes(from)) write(text.replace(from, () => to));
    };
    return new Uploads({
      csrfToken: connection.csrfToken,
      refusal: ({ name, size }) =>
        size > limit * MEBIBYTE
          ? t("composer.tooLarge", { name, size: sizeText(size), limit: sizeText(limit * MEBIBYTE) })
          : undefined,
      onBegin: (_, { name }) => {
        const piece = `${placeholderOf(name)}\n`;
        if (field.current) field.current.apply(inserted(field.current.edited(), piece));
        else write(read() + piece);
      },
      onDone: (_, { name }, url) => replace(placeholderOf(name), `[${plain(name)}](${url})`),
      onGone: (_, { name }) => replace(`${placeholderOf(name)}\n`, ""),
      unreachable: () => t("composer.uploadFailed"),
    });
  });
  return made;
}
