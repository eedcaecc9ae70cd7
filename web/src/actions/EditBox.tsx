/** Edits a message in place, with the composer's tools. Loaded on first use. */
import { lazy, Suspense } from "react";
import { useMessage } from "../state/messages.ts";
import { useEditing } from "./editing.ts";

const EditForm = lazy(async () => ({ default: (await import("./EditForm.tsx")).EditForm }));

export function EditBox({ messageId }: { readonly messageId: number }) {
  const message = useMessage(messageId);
  const editing = useEditing(messageId);
  return message && editing ? (
    <Suspense fallback={null}>
      <EditForm message={message} editing={editing} />
    </Suspense>
  ) : null;
}
