/** The page of legal holds: those there are, placing one, and lifting them. */
import { legalHolds as api, type ShapeOf } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { Button, IconButton } from "../../../parts/buttons.tsx";
import { Empty, Failure, Skeleton } from "../../../parts/states.tsx";
import { nameOf } from "../../../state/people.ts";
import { useSession } from "../../../state/session.tsx";
import { useClock } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { momentText } from "../../../text/dates.ts";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";
import { Table } from "../../lists/Table.tsx";
import { Page, Section } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { PlaceHoldDialog } from "./PlaceHoldDialog.tsx";
import "../../trust-texts.ts";

type LegalHold = ShapeOf<(typeof api.getLegalHolds)["response"]>["legal_holds"][number];

export function LegalHolds({ page }: { readonly page: SettingsPage }) {
  const mayRead = useStore((state) => page.isFor?.(state) ?? false);
  return (
    <Page page={page}>
      <Section title={t("legalHolds.list")} help={t("legalHolds.noneHelp")} name="legal-holds">
        {mayRead ? <Holds /> : <p className="quiet">{t("legalHolds.locked")}</p>}
      </Section>
    </Page>
  );
}

function Holds() {
  const { connection } = useSession();
  const [holds, setHolds] = useState<readonly LegalHold[]>();
  const [problem, setProblem] = useState<string>();
  const load = async () => {
    setProblem(undefined);
    try {
      setHolds((await connection.call(api.getLegalHolds, {})).legal_holds);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded when the page is opened.
  useEffect(() => void load(), []);
  const place = () =>
    openDialog((close) => <PlaceHoldDialog held={holds ?? []} onPlaced={() => void load()} onClose={close} />);
  return (
    <>
      <div className="add-row">
        <Button icon="plus" isDisabled={!holds} onPress={place}>
          {t("legalHolds.place")}
        </Button>
      </div>
      {problem !== undefined && <Failure text={problem} onRetry={() => void load()} />}
      {!holds && problem === undefined && <Skeleton rows={1} />}
      {holds?.length === 0 && <Empty icon="lock" title={t("legalHolds.none")} />}
      {holds && holds.length > 0 && <HoldTable holds={holds} onLifted={() => void load()} />}
    </>
  );
}

interface HoldTableProps {
  readonly holds: readonly LegalHold[];
  readonly onLifted: () => void;
}

function HoldTable({ holds, onLifted }: HoldTableProps) {
  const clock = useClock();
  const users = useStore((state) => state.users);
  const channels = useStore((state) => state.channels.channels);
  const heldName = ({ user_id, channel_id }: LegalHold) =>
    user_id === null ? `#${channels.get(channel_id ?? 0)?.name ?? channel_id}` : nameOf({ users }, user_id);
  const lift = (hold: LegalHold) =>
    openDialog((close) => <LiftDialog id={hold.id} name={heldName(hold)} onLifted={onLifted} onClose={close} />);
  return (
    <Table
      label={t("legalHolds.list")}
      rows={holds}
      keyOf={({ id }) => id}
      columns={[
        { title: t("legalHolds.what"), of: heldName },
        { title: t("legalHolds.reason"), of: ({ reason }) => reason },
        {
          title: t("legalHolds.since"),
          of: ({ placed_at }) => placed_at,
          draw: ({ placed_at }) => momentText(placed_at, clock),
        },
        { title: t("legalHolds.by"), of: ({ placed_by }) => nameOf({ users }, placed_by) },
      ]}
      actions={(hold) => (
        <IconButton icon="trash" label={t("legalHolds.lift", { name: heldName(hold) })} onPress={() => lift(hold)} />
      )}
    />
  );
}

interface LiftDialogProps {
  readonly id: number;
  readonly name: string;
  readonly onLifted: () => void;
  readonly onClose: () => void;
}

function LiftDialog({ id, name, onLifted, onClose }: LiftDialogProps) {
  const { connection } = useSession();
  const submit = async () => {
    await connection.call(api.liftLegalHold, { hold_id: id });
    onLifted();
  };
  return (
    <FormDialog
      title={t("legalHolds.liftQuestion", { name })}
      action={t("legalHolds.liftAction")}
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t("legalHolds.liftHelp")}</p>
    </FormDialog>
  );
}
