/** Uploads for a text that exists only as long as its field. */
import { type RefObject, useState } from "react";
import { useSession } from "../../state/session.tsx";
import type { TextBoxHandle } from "../TextBox.tsx";
import type { Uploads } from "./uploads.ts";
import { type UploadedInto, uploadsInto } from "./uploads-into.ts";

interface Text extends Pick<UploadedInto, "read" | "write"> {
  readonly field: RefObject<TextBoxHandle | null>;
}

/** Uses `read` and `write` from the first render. */
export function useUploadsInto({ field, read, write }: Text): Uploads {
  const session = useSession();
  const [made] = useState(() => uploadsInto(session, { field: () => field.current, read, write }));
  return made;
}
