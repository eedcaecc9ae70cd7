/** Opens the action dialogs. Each is loaded on first use. */
import type { ReactNode } from "react";
import type { NarrowTerm } from "../address/narrow.ts";
import { openDialog } from "../app/dialogs.tsx";
import { showToast } from "../parts/toasts.tsx";
import { t } from "../text/text.ts";
import type { Conflict } from "./ConflictDialog.tsx";
import type { LooseFile } from "./LooseFilesDialog.tsx";

type Draw = (close: () => void) => ReactNode;

/** Offline it cannot be loaded; the reader is told. */
function opened(load: () => Promise<Draw>): void {
  load().then(openDialog, () => showToast({ text: t("parts.notReached") }));
}

export const openMove = (messageId: number, scope: "one" | "later" | "all" = "later"): void =>
  opened(async () => {
    const { MoveDialog } = await import("./move/MoveDialog.tsx");
    return (close) => <MoveDialog messageId={messageId} initial={scope} onClose={close} />;
  });

export const openDelete = (messageId: number): void =>
  opened(async () => {
    const { DeleteDialog } = await import("./DeleteDialog.tsx");
    return (close) => <DeleteDialog messageId={messageId} onClose={close} />;
  });

export const openSource = (messageId: number): void =>
  opened(async () => {
    const { SourceDialog } = await import("./SourceDialog.tsx");
    return (close) => <SourceDialog messageId={messageId} onClose={close} />;
  });

export const openHistory = (messageId: number): void =>
  opened(async () => {
    const { HistoryDialog } = await import("./history/HistoryDialog.tsx");
    return (close) => <HistoryDialog messageId={messageId} onClose={close} />;
  });

export const openReceipts = (messageId: number): void =>
  opened(async () => {
    const { ReceiptsDialog } = await import("./ReceiptsDialog.tsx");
    return (close) => <ReceiptsDialog messageId={messageId} onClose={close} />;
  });

export const openRemind = (messageId: number, { note = "", onSet = () => {} } = {}): void =>
  opened(async () => {
    const { RemindDialog } = await import("./remind/RemindDialog.tsx");
    return (close) => (
      <RemindDialog
        messageId={messageId}
        initialNote={note}
        onClose={(isSet) => {
          close();
          if (isSet) onSet();
        }}
      />
    );
  });

export const openReport = (messageId: number): void =>
  opened(async () => {
    const { ReportDialog } = await import("./ReportDialog.tsx");
    return (close) => <ReportDialog messageId={messageId} onClose={close} />;
  });

export const openSheet = (messageId: number, terms: readonly NarrowTerm[]): void =>
  opened(async () => {
    const { MessageSheet } = await import("./MessageSheet.tsx");
    return (close) => <MessageSheet messageId={messageId} terms={terms} onClose={close} />;
  });

export const openDeleteTopic = (channelId: number, topic: string): void =>
  opened(async () => {
    const { DeleteTopicDialog } = await import("./DeleteTopicDialog.tsx");
    return (close) => <DeleteTopicDialog channelId={channelId} topic={topic} onClose={close} />;
  });

export const openConflict = (conflict: Conflict): void =>
  opened(async () => {
    const { ConflictDialog } = await import("./ConflictDialog.tsx");
    return (close) => <ConflictDialog {...conflict} onClose={close} />;
  });

export const openLooseFiles = (files: readonly LooseFile[]): void =>
  opened(async () => {
    const { LooseFilesDialog } = await import("./LooseFilesDialog.tsx");
    return (close) => <LooseFilesDialog files={files} onClose={close} />;
  });
