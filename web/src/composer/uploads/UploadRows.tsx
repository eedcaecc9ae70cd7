import { useEffect, useRef } from "react";
import { Button, IconButton } from "../../parts/buttons.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { percentText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { type Upload, type Uploads, useUploads } from "./uploads.ts";

/** Upload progress: each file with a progress bar and a cancel button. */
export function UploadRows({ uploads }: { readonly uploads: Uploads }) {
  return useUploads(uploads)
    .filter(({ picture }) => picture === undefined)
    .map((upload) => <Row key={upload.id} upload={upload} uploads={uploads} />);
}

function Row({ upload, uploads }: { readonly upload: Upload; readonly uploads: Uploads }) {
  const { id, name, state } = upload;
  return (
    <div className={state.name === "sending" ? "up" : "up bad"}>
      <Icon name="file" />
      <span className="trunc">{state.name === "sending" ? name : state.reason}</span>
      {state.name === "sending" && <Bar share={state.share} name={name} />}
      {state.name === "failed" && (
        <Button kind="plain" onPress={() => uploads.retry(id)}>
          {t("parts.tryAgain")}
        </Button>
      )}
      <IconButton
        icon="close"
        size="s"
        label={t("composer.cancelUpload", { name })}
        onPress={() => uploads.cancel(id)}
      />
    </div>
  );
}

export function Bar({ share, name }: { readonly share: number; readonly name: string }) {
  const filled = useRef<HTMLElement>(null);
  useEffect(() => {
    filled.current?.style.setProperty("inline-size", `${share * 100}%`);
  }, [share]);
  return (
    <>
      <span
        className="track"
        role="progressbar"
        aria-label={name}
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i ref={filled} />
      </span>
      <span className="num quiet">{percentText(share)}</span>
    </>
  );
}
