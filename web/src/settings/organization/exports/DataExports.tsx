/** The page of exports: start one, download or delete those there are, and see who allows their private data in them. */
import { exports as api } from "@parley/server/contract";
import { useId, useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { Button, IconButton } from "../../../parts/buttons.tsx";
import { Icon } from "../../../parts/Icon.tsx";
import { Banner, Empty, Failure, Skeleton } from "../../../parts/states.tsx";
import { nameOf } from "../../../state/people.ts";
import { useSession } from "../../../state/session.tsx";
import { useClock } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { momentText } from "../../../text/dates.ts";
import { type TextKey, t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";
import { Table } from "../../lists/Table.tsx";
import { Page, Section } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { byAdministrators } from "../organization-settings.ts";
import { Consents, countConsents } from "./Consents.tsx";
import { type DataExport, type ExportStage, type ExportsState, stageOf } from "./exports-state.ts";
import { useExports } from "./useExports.ts";
import "./exports.css";

const { public: PUBLIC, consented: CONSENTED } = api.ExportType;

const FORMATS: Readonly<Record<api.ExportFormat, TextKey>> = {
  parley: "exports.parleyFormat",
  zulip: "exports.zulipFormat",
};

const STAGES: Readonly<Record<ExportStage, TextKey>> = {
  pending: "exports.pending",
  ready: "exports.ready",
  failed: "exports.failed",
  deleted: "exports.deleted",
};

export function DataExports({ page }: { readonly page: SettingsPage }) {
  const mayExport = useStore(byAdministrators.may);
  return (
    <Page page={page}>
      {mayExport ? (
        <Loaded />
      ) : (
        <Section title={t("exports.list")}>
          <p className="quiet">{t("exports.locked")}</p>
        </Section>
      )}
    </Page>
  );
}

function Loaded() {
  const { state, problem, reload } = useExports();
  return (
    <>
      <Section title={t("exports.start")} help={t("exports.startHelp")} name="start-export">
        <StartExport state={state} />
      </Section>
      <Section title={t("exports.list")} name="exports">
        {problem !== undefined && <Failure text={problem} onRetry={reload} />}
        {!state && problem === undefined && <Skeleton />}
        {state?.exports.length === 0 && <Empty icon="download" title={t("exports.none")} />}
        {state && state.exports.length > 0 && <ExportTable exports={state.exports} />}
      </Section>
      {state && (
        <Section title={t("exports.consents")} help={t("exports.consentsHelp")} name="export-consents">
          <Consents consents={state.consents} />
        </Section>
      )}
    </>
  );
}

function StartExport({ state }: { readonly state: ExportsState | undefined }) {
  const { connection } = useSession();
  const users = useStore(({ users: known }) => known);
  const [export_type, setType] = useState<typeof PUBLIC | typeof CONSENTED>(PUBLIC);
  const [export_format, setFormat] = useState<api.ExportFormat>("parley");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const start = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await connection.call(api.exportRealm, { export_type, export_format });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setBusy(false);
  };
  const allowed = state && countConsents(users, state.consents);
  return (
    <div className="export-types">
      <fieldset className="export-types">
        <legend>{t("exports.type")}</legend>
        <ExportChoice
          group="export-type"
          isChosen={export_type === PUBLIC}
          label={t("exports.public")}
          help={t("exports.publicHelp")}
          onChoose={() => setType(PUBLIC)}
        />
        <ExportChoice
          group="export-type"
          isChosen={export_type === CONSENTED}
          label={t("exports.consented")}
          help={allowed ? t("exports.consentedHelp", { ...allowed }) : ""}
          onChoose={() => setType(CONSENTED)}
        />
      </fieldset>
      <fieldset className="export-types">
        <legend>{t("exports.format")}</legend>
        <ExportChoice
          group="export-format"
          isChosen={export_format === "parley"}
          label={t("exports.parleyFormat")}
          help={t("exports.parleyFormatHelp")}
          onChoose={() => setFormat("parley")}
        />
        <ExportChoice
          group="export-format"
          isChosen={export_format === "zulip"}
          label={t("exports.zulipFormat")}
          help={t("exports.zulipFormatHelp")}
          onChoose={() => setFormat("zulip")}
        />
      </fieldset>
      {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
      <Button kind="primary" isDisabled={isBusy} onPress={() => void start()}>
        {t("exports.startButton")}
      </Button>
    </div>
  );
}

interface ExportChoiceProps {
  /** Of which one is chosen. */
  readonly group: string;
  readonly isChosen: boolean;
  readonly label: string;
  readonly help: string;
  readonly onChoose: () => void;
}

function ExportChoice({ group, isChosen, label, help, onChoose }: ExportChoiceProps) {
  const id = useId();
  return (
    <label className="export-type">
      <input
        type="radio"
        name={group}
        aria-label={label}
        aria-describedby={`${id}-help`}
        checked={isChosen}
        onChange={onChoose}
      />
      <span>{label}</span>
      <small id={`${id}-help`}>{help}</small>
    </label>
  );
}

function ExportTable({ exports }: Pick<ExportsState, "exports">) {
  const clock = useClock();
  const users = useStore((state) => state.users);
  const typeText = ({ export_type }: DataExport) =>
    t(export_type === CONSENTED ? "exports.consented" : "exports.public");
  return (
    <Table
      label={t("exports.list")}
      rows={exports}
      keyOf={({ id }) => id}
      isDescending
      columns={[
        {
          title: t("exports.requested"),
          of: ({ export_time }) => export_time,
          draw: ({ export_time }) => momentText(export_time, clock),
        },
        { title: t("exports.by"), of: ({ acting_user_id }) => nameOf({ users }, acting_user_id) },
        { title: t("exports.type"), of: typeText },
        { title: t("exports.format"), of: ({ export_format }) => t(FORMATS[export_format]) },
        {
          title: t("exports.stage"),
          of: (row) => t(STAGES[stageOf(row)]),
          draw: (row) =>
            stageOf(row) === "failed" ? <span className="bad">{t("exports.failed")}</span> : t(STAGES[stageOf(row)]),
        },
      ]}
      actions={(row) =>
        stageOf(row) === "ready" && <ReadyActions row={row} when={momentText(row.export_time, clock)} />
      }
    />
  );
}

function ReadyActions({ row, when }: { readonly row: DataExport; readonly when: string }) {
  const remove = () => openDialog((close) => <DeleteDialog id={row.id} when={when} onClose={close} />);
  return (
    <span className="export-acts">
      <a
        className="ib"
        href={new URL(row.export_url ?? "", location.origin).pathname}
        download
        aria-label={t("exports.download", { when })}
        title={t("exports.download", { when })}
      >
        <Icon name="download" />
      </a>
      <IconButton icon="trash" label={t("exports.delete", { when })} onPress={remove} />
    </span>
  );
}

interface DeleteDialogProps {
  readonly id: number;
  readonly when: string;
  readonly onClose: () => void;
}

function DeleteDialog({ id, when, onClose }: DeleteDialogProps) {
  const { connection } = useSession();
  return (
    <FormDialog
      title={t("exports.deleteTitle", { when })}
      action={t("exports.deleteButton")}
      isDangerous
      onSubmit={() => connection.call(api.deleteRealmExport, { export_id: id })}
      onClose={onClose}
    >
      <p>{t("exports.deleteHelp")}</p>
    </FormDialog>
  );
}
