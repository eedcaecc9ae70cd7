/** File uploads with progress and cancellation. */
import { useSyncExternalStore } from "react";

export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  /** The local address of a picture that is shown as one. */
  readonly picture?: string;
  readonly state:
    | { readonly name: "sending"; readonly share: number }
    | { readonly name: "failed"; readonly reason: string }
    | { readonly name: "refused"; readonly reason: string };
}

interface Started {
  readonly file: File;
  readonly request: XMLHttpRequest | undefined;
}

export interface UploadsOptions {
  readonly csrfToken: string;
  /** Whether the file is a picture to be shown as one. */
  isShown(file: File): boolean;
  /** Why a file is rejected before uploading, if it is. */
  refusal(file: File): string | undefined;
  /** Inserts the placeholder for the link. */
  onBegin(id: number, file: File): void;
  onDone(id: number, file: File, url: string): void;
  /** Cancelled or refused: removes the placeholder. */
  onGone(id: number, file: File): void;
  unreachable(): string;
}

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
export class Uploads {
  readonly #options: UploadsOptions;
  readonly #started = new Map<number, Started>();
  readonly #listeners = new Set<() => void>();
  #list: readonly Upload[] = [];
  #last = 0;

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  get = (): readonly Upload[] => this.#list;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get isBusy(): boolean {
    return this.#list.some(({ state }) => state.name === "sending");
  }

  get hasFailed(): boolean {
    return this.#list.some(({ state }) => state.name === "failed");
  }

  add(files: Iterable<File>): void {
    for (const file of files) {
      this.#last += 1;
      const id = this.#last;
      const reason = this.#options.refusal(file);
      if (reason !== undefined) {
        this.#set([...this.#list, { id, name: file.name, size: file.size, state: { name: "refused", reason } }]);
        continue;
      }
      this.#options.onBegin(id, file);
      const { name, size } = file;
      const picture = this.#options.isShown(file) ? { picture: URL.createObjectURL(file) } : {};
      this.#set([...this.#list, { id, name, size, ...picture, state: { name: "sending", share: 0 } }]);
      this.#send(id, file);
    }
  }

  retry(id: number): void {
    const started = this.#started.get(id);
    if (!started) return;
    this.#change(id, { name: "sending", share: 0 });
    this.#send(id, started.file);
  }

  /** Cancels an upload, or removes the row of a failed one. */
  cancel(id: number): void {
    const started = this.#started.get(id);
    started?.request?.abort();
    if (started) this.#options.onGone(id, started.file);
    this.#forget(id);
  }

  cancelAll(): void {
    for (const { id } of this.#list) this.cancel(id);
  }

  #send(id: number, file: File): void {
    const request = new XMLHttpRequest();
    this.#started.set(id, { file, request });
    const body = new FormData();
    body.set("file", file);
    request.open("POST", "/json/user_uploads");
    request.setRequestHeader("x-csrftoken", this.#options.csrfToken);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) =>
      this.#change(id, { name: "sending", share: total > 0 ? loaded / total : 0 });
    request.onerror = () => this.#change(id, { name: "failed", reason: this.#options.unreachable() });
    request.onload = () => {
      const answer = request.response as { result?: string; msg?: string; url?: string } | null;
      if (answer?.result !== "success" || answer.url === undefined)
        return this.#change(id, { name: "failed", reason: answer?.msg ?? this.#options.unreachable() });
      this.#options.onDone(id, file, answer.url);
      this.#forget(id);
    };
    request.send(body);
  }

  #change(id: number, state: Upload["state"]): void {
    this.#set(this.#list.map((upload) => (upload.id === id ? { ...upload, state } : upload)));
  }

  #forget(id: number): void {
    this.#started.delete(id);
    const { picture } = this.#list.find((upload) => upload.id === id) ?? {};
    if (picture !== undefined) URL.revokeObjectURL(picture);
    this.#set(this.#list.filter((upload) => upload.id !== id));
  }

  #set(list: readonly Upload[]): void {
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }
}

export const useUploads = (uploads: Uploads): readonly Upload[] => useSyncExternalStore(uploads.subscribe, uploads.get);
