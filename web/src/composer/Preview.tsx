/** The rendered text, from the server. The last preview stays until a new one arrives. */
import { messages } from "@parley/server/contract";
import { useEffect, useRef, useState } from "react";
import { Body } from "../markup/Body.tsx";
import { Failure, Skeleton } from "../parts/states.tsx";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";

export function Preview({ text }: { readonly text: string }) {
  const { connection } = useSession();
  const [made, setMade] = useState<{ readonly html: string; readonly of: string }>();
  const [failed, setFailed] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const shown = useRef<HTMLElement>(null);
  // Takes the focus from the text box, so that its keys, including the one that returns, keep working.
  useEffect(() => shown.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    const wanted = new AbortController();
    connection.call(messages.renderMessage, { content: text }, { signal: wanted.signal }).then(
      ({ rendered }) => {
        setMade({ html: rendered, of: text });
        setFailed(undefined);
      },
      () => wanted.signal.aborted || setFailed(t("composer.previewFailed")),
    );
    return () => wanted.abort();
  }, [connection, text, attempt]);
  return (
    <section className="preview body" aria-live="polite" aria-label={t("composer.preview")} tabIndex={-1} ref={shown}>
      {failed !== undefined && <Failure text={failed} onRetry={() => setAttempt(attempt + 1)} />}
      {made ? <Body html={made.html} messageId={0} /> : failed === undefined && <Skeleton rows={1} />}
    </section>
  );
}
