/** The import that is read, waits to be started, or runs. */
import { imports as api } from "@parley/server/contract";
import { useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { Banner, Skeleton } from "../../../parts/states.tsx";
import { useSession } from "../../../state/session.tsx";
import { numberText, sizeText, spanText } from "../../../text/dates.ts";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";
import { ImportBar } from "./ImportBar.tsx";
import { type ArchiveImport, roughly, shareOf } from "./imports-state.ts";
import { TallyView } from "./TallyView.tsx";
import { useImportDetails } from "./useImports.ts";

/** The names of programs are the same in every language. */
const PROGRAMS = { slack: "Slack", mattermost: "Mattermost", zulip: "Zulip" } as const;

export function ImportUnderWay({ row }: { readonly row: ArchiveImport }) {
  const cancel = () => openDialog((close) => <CancelDialog row={row} onClose={close} />);
  return (
    <div className="import-new">
      <p>
        <bdi>{row.file_name}</bdi>{" "}
        <span className="quiet">
          {[row.source && PROGRAMS[row.source], sizeText(row.size)].filter(Boolean).join(" · ")}
        </span>
      </p>
      {row.state === "reading" && (
        <ImportBar
          label={t("imports.reading")}
          share={undefined}
          note={row.done > 0 ? t("imports.messagesFound", { count: row.done }) : undefined}
        />
      )}
      {row.state === "ready" && <Plan row={row} />}
      {row.state === "running" && <Running row={row} />}
      <Button kind="plain" onPress={cancel}>
        {t(row.state === "running" ? "imports.cancel" : "imports.discard")}
      </Button>
    </div>
  );
}

function Plan({ row }: { readonly row: ArchiveImport }) {
  const { connection } = useSession();
  const details = useImportDetails(row);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const start = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await connection.call(api.startImport, { import_id: row.id });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setBusy(false);
  };
  if (!details?.plan) return <Skeleton rows={1} />;
  return (
    <>
      <h3>{t("imports.wouldCome")}</h3>
      <TallyView tally={details.plan} />
      <p className="quiet">{t("imports.beforeStart")}</p>
      {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
      <Button kind="primary" isDisabled={isBusy} onPress={() => void start()}>
        {t("imports.start")}
      </Button>
    </>
  );
}

function Running({ row }: { readonly row: ArchiveImport }) {
  const { stage, done, seconds_left } = row;
  const notes = [
    done > 0 && stage === "messages" ? numberText(done) : undefined,
    seconds_left === null ? undefined : t("imports.timeLeft", { time: spanText(roughly(seconds_left)) }),
  ].filter((each) => each !== undefined);
  return (
    <>
      <ImportBar
        label={t(stage === null ? "imports.running" : `imports.stage_${stage}`)}
        share={stage === "messages" ? shareOf(row) : undefined}
        note={notes.length > 0 ? notes.join(" · ") : undefined}
      />
      <p className="quiet">{t("imports.meanwhile")}</p>
    </>
  );
}

function CancelDialog({ row, onClose }: { readonly row: ArchiveImport; readonly onClose: () => void }) {
  const { connection } = useSession();
  const isRunning = row.state === "running";
  return (
    <FormDialog
      title={t(isRunning ? "imports.cancelQuestion" : "imports.discardQuestion")}
      action={t(isRunning ? "imports.cancel" : "imports.discard")}
      isDangerous
      onSubmit={() => connection.call(api.cancelImport, { import_id: row.id })}
      onClose={onClose}
    >
      <p>{t(isRunning ? "imports.cancelHelp" : "imports.discardHelp")}</p>
    </FormDialog>
  );
}
