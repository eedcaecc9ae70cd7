/** Sends an archive with a request of its own, for the progress bar. */
import { FailedHere } from "../../../actions/attempt.ts";
import { t } from "../../../text/text.ts";

export interface ArchiveUpload {
  readonly done: Promise<void>;
  cancel(): void;
}

export function uploadArchive(file: File, csrfToken: string, onShare: (share: number) => void): ArchiveUpload {
  const request = new XMLHttpRequest();
  const done = new Promise<void>((resolve, reject) => {
    request.onerror = () => reject(new FailedHere(t("parts.notReached")));
    request.onabort = () => resolve();
    request.onload = () => {
      const refusal = refusalIn(request);
      if (refusal === undefined) resolve();
      else reject(new FailedHere(refusal));
    };
  });
  const body = new FormData();
  body.set("file", file);
  request.open("POST", "/json/import/realm");
  request.setRequestHeader("x-csrftoken", csrfToken);
  request.responseType = "json";
  request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0);
  request.send(body);
  return { done, cancel: () => request.abort() };
}

/** A proxy in front of the server answers with a page. */
function refusalIn(request: XMLHttpRequest): string | undefined {
  const answer = request.response as { result?: string; msg?: string } | null;
  if (answer?.result === "success") return undefined;
  return answer?.msg ?? t(request.status === 413 ? "imports.tooLargeForProxy" : "parts.notReached");
}
