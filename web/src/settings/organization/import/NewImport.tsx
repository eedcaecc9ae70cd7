/** Chooses an archive and uploads it. */
import { useEffect, useRef, useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { Button } from "../../../parts/buttons.tsx";
import { Banner } from "../../../parts/states.tsx";
import { useSession } from "../../../state/session.tsx";
import { t } from "../../../text/text.ts";
import { ImportBar } from "./ImportBar.tsx";
import { type ArchiveUpload, uploadArchive } from "./upload.ts";

const ACCEPTED = ".zip,.gz,.tgz,.tar,.jsonl";

export function NewImport() {
  const { connection } = useSession();
  const chooser = useRef<HTMLInputElement>(null);
  const sending = useRef<ArchiveUpload>(undefined);
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  // Whoever leaves the page takes the file along.
  useEffect(() => () => sending.current?.cancel(), []);
  const send = async (file: File) => {
    setProblem(undefined);
    setShare(0);
    sending.current = uploadArchive(file, connection.csrfToken, setShare);
    try {
      await sending.current.done;
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    sending.current = undefined;
    setShare(undefined);
  };
  return (
    <div className="import-new">
      {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
      <input
        ref={chooser}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label={t("imports.choose")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void send(file);
          // Otherwise choosing this file again would change nothing.
          target.value = "";
        }}
      />
      {share === undefined ? (
        <Button kind="primary" icon="upload" onPress={() => chooser.current?.click()}>
          {t("imports.choose")}
        </Button>
      ) : (
        <>
          <ImportBar label={t("imports.uploading")} share={share} />
          <Button onPress={() => sending.current?.cancel()}>{t("imports.cancelUpload")}</Button>
        </>
      )}
    </div>
  );
}
