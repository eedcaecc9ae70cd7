/** Edits a message in place, with the composer's tools. Loaded on first use. */
import { lazy, Suspense } from "react";
import { PlainText } from "../composer/PlainText.tsx";
import { Fault } from "../parts/Fault.tsx";
import { useMessage } from "../state/messages.ts";
import { useEditing, writeEdit } from "./editing.ts";

const EditForm = lazy(async () => ({ default: (await import("./EditForm.tsx")).EditForm }));

export function EditBox({ messageId }: { readonly messageId: number }) {
  const message = useMessage(messageId);
  const editing = useEditing(messageId);
  return message && editing ? (
    <Fault
      instead={(retry) => (
        <PlainText text={editing.text} onChange={(text) => writeEdit(messageId, text)} onRetry={retry} />
      )}
    >
      <Suspense fallback={null}>
        <EditForm message={message} editing={editing} />
      </Suspense>
    </Fault>
  ) : null;
}
