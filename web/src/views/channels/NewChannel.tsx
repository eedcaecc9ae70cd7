/** Creates a channel, in two steps: its settings, and its people. */
import { channelCreation } from "@parley/server/contract";
import { type FormEvent, useState } from "react";
import { sentenceOf } from "../../actions/attempt.ts";
import { PeopleCombo } from "../../actions/fields/PeopleCombo.tsx";
import { narrowAddress } from "../../address/address.ts";
import { channelNarrow } from "../../address/narrow.ts";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { Banner } from "../../parts/states.tsx";
import { useOwnId } from "../../state/people.ts";
import { useGo } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { useRealm } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { kindsToMake, type NewChannelKind, READING } from "./listed.ts";
import "../../actions/actions.css";
import "../search/search.css";

interface NewChannelProps {
  readonly folderId?: number;
  readonly onClose: () => void;
}

interface NewChannelForm {
  readonly name: string;
  readonly description: string;
  readonly kind: NewChannelKind;
  readonly folderId: number | undefined;
}

export function NewChannel({ folderId, onClose }: NewChannelProps) {
  const { connection, store } = useSession();
  const go = useGo();
  const ownId = useOwnId();
  const [kinds] = useState(() => kindsToMake(store.state));
  const [wanted, setWanted] = useState<NewChannelForm>({
    name: "",
    description: "",
    kind: kinds[0] ?? "public",
    folderId,
  });
  const [step, setStep] = useState<1 | 2>(1);
  const [userIds, setUserIds] = useState<readonly number[]>([ownId]);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const next = () => {
    const name = wanted.name.trim().toLowerCase();
    const isTaken = [...store.state.channels.channels.values()].some((known) => known.name.toLowerCase() === name);
    setProblem(name === "" ? t("directory.nameMissing") : isTaken ? t("directory.nameTaken") : undefined);
    if (name !== "" && !isTaken) setStep(2);
  };
  const create = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { id } = await connection.call(channelCreation.createChannel, {
        name: wanted.name.trim(),
        description: wanted.description.trim(),
        subscribers: userIds as never,
        folder_id: wanted.folderId ?? null,
        ...READING[wanted.kind],
      });
      go(narrowAddress(channelNarrow(id)));
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step === 1) next();
    else if (!isBusy) void create();
  };
  const everyone = () =>
    setUserIds(
      [...store.state.users.users.values()]
        .filter((user) => user.is_active && !user.is_bot)
        .map((user) => user.user_id),
    );
  return (
    <Dialog title={t("directory.newChannel")} onClose={onClose}>
      <form className="new-channel" onSubmit={submit}>
        <p className="quiet">{t("directory.step", { step })}</p>
        {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
        {step === 1 ? (
          <WhatItIs wanted={wanted} kinds={kinds} onChange={setWanted} />
        ) : (
          <div className="stack">
            <PeopleCombo label={t("directory.addPeopleHint")} userIds={userIds} onChange={setUserIds} />
            <div>
              <Button kind="plain" icon="people" onPress={everyone}>
                {t("directory.everyone")}
              </Button>
            </div>
          </div>
        )}
        <div className="dialog-acts">
          {step === 1 ? (
            <Button onPress={onClose}>{t("parts.cancel")}</Button>
          ) : (
            <Button onPress={() => setStep(1)}>{t("directory.back")}</Button>
          )}
          <Button kind="primary" type="submit" isDisabled={isBusy}>
            {t(step === 1 ? "directory.next" : "directory.create")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface WhatItIsProps {
  readonly wanted: NewChannelForm;
  readonly kinds: readonly NewChannelKind[];
  readonly onChange: (wanted: NewChannelForm) => void;
}

const SAID = {
  public: ["directory.public", "directory.publicHint"],
  privateShared: ["directory.privateShared", "directory.privateSharedHint"],
  privateProtected: ["directory.privateProtected", "directory.privateProtectedHint"],
  webPublic: ["directory.webPublicChoice", "directory.webPublicHint"],
} as const;

function WhatItIs({ wanted, kinds, onChange }: WhatItIsProps) {
  const organization = useRealm("realm_name");
  const longestName = useRealm("max_stream_name_length");
  const longestDescription = useRealm("max_stream_description_length");
  const folders = useStore((state) => state.folders);
  const shown = [...folders.values()].filter(({ is_archived }) => !is_archived);
  return (
    <div className="stack">
      <label>
        {t("directory.name")}
        <input
          className="field"
          dir="auto"
          maxLength={longestName}
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to fill this in.
          autoFocus
          value={wanted.name}
          onChange={({ target }) => onChange({ ...wanted, name: target.value })}
        />
      </label>
      <label>
        {t("directory.description")}
        <textarea
          className="field"
          dir="auto"
          rows={2}
          maxLength={longestDescription}
          value={wanted.description}
          onChange={({ target }) => onChange({ ...wanted, description: target.value })}
        />
      </label>
      <fieldset className="choices">
        <legend>{t("directory.whoCanRead")}</legend>
        {kinds.map((kind) => (
          <label key={kind} className="choice">
            <input
              type="radio"
              name="kind"
              checked={kind === wanted.kind}
              onChange={() => onChange({ ...wanted, kind })}
            />
            <span>{t(SAID[kind][0], { organization })}</span>
            <small>{t(SAID[kind][1])}</small>
          </label>
        ))}
      </fieldset>
      {shown.length > 0 && (
        <label>
          {t("directory.folder")}
          <select
            className="field"
            value={wanted.folderId ?? ""}
            onChange={({ target }) =>
              onChange({ ...wanted, folderId: target.value === "" ? undefined : Number(target.value) })
            }
          >
            <option value="">{t("directory.noFolder")}</option>
            {shown.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
