/** The uploads of a text that is gone when its field is. */
import { type RefObject, useState } from "react";
import { useSession } from "../../state/session.tsx";
import type { TextBoxHandle } from "../TextBox.tsx";
import type { Uploads } from "./uploads.ts";
import { type UploadedInto, uploadsInto } from "./uploads-into.ts";

interface Text extends Pick<UploadedInto, "read" | "write"> {
  readonly field: RefObject<TextBoxHandle | null>;
}

/** Of `read` and `write` those of the first time are used. */
export function useUploadsInto({ field, read, write }: Text): Uploads {
  const session = useSession();
  const [made] = useState(() => uploadsInto(session, { field: () => field.current, read, write }));
  return made;
}
