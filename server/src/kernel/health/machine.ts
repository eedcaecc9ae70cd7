/** Machine faults that the system reports with a code: the messages for people who encounter them. */
import { ApiError, said } from "../api/index.ts";
import { FAULTS, faultOf } from "../db/sqlite-faults.ts";
import type { Troubles } from "./troubles.ts";

const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const NO_DESCRIPTORS = new Set(["EMFILE", "ENFILE"]);
const NO_FILES = new Set([
  ...["EIO", "EROFS", "EACCES", "EPERM", "EEXIST", "ENOENT"],
  ...["ENOTDIR", "EISDIR", "ENODEV", "ENXIO", "ESTALE"],
]);

const RETRY_LATER = { "retry-after": "30" };

/** Whether opening, writing or reading a file failed; connections fail with other codes. */
export function isFileFault(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return (
    syscall !== undefined && (NO_ROOM.has(code ?? "") || NO_DESCRIPTORS.has(code ?? "") || NO_FILES.has(code ?? ""))
  );
}

/** The affected part, and its public message. */
export function fileTrouble(error: unknown): { readonly kind: string; readonly sentence: string } {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (NO_DESCRIPTORS.has(code))
    return { kind: "descriptors", sentence: "The server has too many files and connections open." };
  return { kind: "files", sentence: NO_ROOM.has(code) ? FAULTS.full : "The server cannot read or write its files." };
}

/** The error for a request that hit a machine fault, which is named for operators, in English, and which is then a trouble; undefined for any other error. */
export function refusalByMachine(troubles: Troubles, error: unknown): ApiError | undefined {
  const fault = faultOf(error);
  if (fault) {
    troubles.begin(fault === "damaged" ? "damage" : "reading", FAULTS[fault], error);
    return new ApiError(said`${FAULTS[fault]}`, { code: "SERVICE_UNAVAILABLE", status: 503, headers: RETRY_LATER });
  }
  if (!isFileFault(error)) return undefined;
  const { kind, sentence } = fileTrouble(error);
  troubles.begin(kind, sentence, error);
  const isFull = sentence === FAULTS.full;
  return isFull
    ? new ApiError(said`${sentence}`, { code: "INSUFFICIENT_STORAGE", status: 507 })
    : new ApiError(said`${sentence}`, { code: "SERVICE_UNAVAILABLE", status: 503, headers: RETRY_LATER });
}
