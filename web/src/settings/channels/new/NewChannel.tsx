/** Creates a channel, in two steps: what it is, and its people. */
import { type FormEvent, useId, useState } from "react";
import { sentenceOf } from "../../../actions/attempt.ts";
import { narrowAddress } from "../../../address/address.ts";
import { channelNarrow } from "../../../address/narrow.ts";
import { Button } from "../../../parts/buttons.tsx";
import { Dialog } from "../../../parts/Dialog.tsx";
import { Banner } from "../../../parts/states.tsx";
import { useGo } from "../../../state/place.ts";
import { useSession } from "../../../state/session.tsx";
import { useRealm } from "../../../state/settings.ts";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { FolderSelect } from "../../controls/FolderSelect.tsx";
import { rolesIn } from "../../who/who.ts";
import { PeopleField } from "../PeopleField.tsx";
import { choiceKey, peopleIn } from "../people-choice.ts";
import { KIND_TEXTS, kindsToMake } from "../privacy.ts";
import { createChannel, emptyForm, isNameTaken, type NewChannelForm } from "./form.ts";
import { MoreSettings } from "./MoreSettings.tsx";
import "../../texts.ts";
import "../texts.ts";
import "../../settings.css";
import "../../../actions/actions.css";
import "./new-channel.css";

interface NewChannelProps {
  readonly folderId?: number;
  readonly onClose: () => void;
}

export function NewChannel({ folderId, onClose }: NewChannelProps) {
  const { connection, store } = useSession();
  const go = useGo();
  const [form, setForm] = useState(() => emptyForm(store.state, folderId));
  const [step, setStep] = useState<1 | 2>(1);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const next = () => {
    const isMissing = form.name.trim() === "";
    const isTaken = isNameTaken(store.state, form.name);
    setProblem(isMissing ? t("channelForm.nameMissing") : isTaken ? t("channelForm.nameTaken") : undefined);
    if (!isMissing && !isTaken) setStep(2);
  };
  const create = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { id } = await createChannel(connection, store.state, form);
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
  return (
    <Dialog title={t("directory.newChannel")} onClose={onClose}>
      <form className="new-channel" onSubmit={submit}>
        <p className="quiet">{t("channelForm.step", { step })}</p>
        {problem !== undefined && <Banner kind="bad">{problem}</Banner>}
        {step === 1 ? <WhatItIs form={form} onChange={setForm} /> : <WhoIsIn form={form} onChange={setForm} />}
        <div className="dialog-acts">
          {step === 1 ? (
            <Button onPress={onClose}>{t("parts.cancel")}</Button>
          ) : (
            <Button onPress={() => setStep(1)}>{t("channelForm.back")}</Button>
          )}
          <Button kind="primary" type="submit" isDisabled={isBusy}>
            {t(step === 1 ? "channelForm.next" : "channelForm.create")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface StepProps {
  readonly form: NewChannelForm;
  readonly onChange: (form: NewChannelForm) => void;
}

function WhatItIs({ form, onChange }: StepProps) {
  const { store } = useSession();
  const organization = useRealm("realm_name");
  const longestName = useRealm("max_stream_name_length");
  const longestDescription = useRealm("max_stream_description_length");
  const hasFolders = useStore((state) => [...state.folders.values()].some(({ is_archived }) => !is_archived));
  const [kinds] = useState(() => kindsToMake(store.state));
  const id = useId();
  return (
    <div className="stack">
      <label>
        {t("channelForm.name")}
        <input
          className="field"
          dir="auto"
          maxLength={longestName}
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to fill this in.
          autoFocus
          value={form.name}
          onChange={({ target }) => onChange({ ...form, name: target.value })}
        />
      </label>
      <label>
        {t("channelForm.description")}
        <textarea
          className="field"
          dir="auto"
          rows={2}
          maxLength={longestDescription}
          value={form.description}
          onChange={({ target }) => onChange({ ...form, description: target.value })}
        />
      </label>
      <fieldset className="choices">
        <legend>{t("channelForm.whoCanRead")}</legend>
        {kinds.map((kind) => (
          <label key={kind} className="choice">
            <input type="radio" name="kind" checked={kind === form.kind} onChange={() => onChange({ ...form, kind })} />
            <span>{t(KIND_TEXTS[kind][0], { organization })}</span>
            <small>{t(KIND_TEXTS[kind][1])}</small>
          </label>
        ))}
      </fieldset>
      {hasFolders && (
        <div className="stack-field">
          <label htmlFor={id}>{t("channelForm.folder")}</label>
          <FolderSelect
            id={id}
            describedBy={undefined}
            value={form.folderId}
            onChange={(folderId) => onChange({ ...form, folderId: folderId as number | null })}
          />
        </div>
      )}
      <MoreSettings form={form} onChange={onChange} />
    </div>
  );
}

function WhoIsIn({ form, onChange }: StepProps) {
  const id = useId();
  const everyone = useStore((state) => rolesIn(state.groups).get("role:everyone"));
  const count = useStore((state) => peopleIn(state, form.choices).size);
  const addEveryone = (groupId: number) => {
    const choice = { type: "group", groupId } as const;
    const others = form.choices.filter((each) => choiceKey(each) !== choiceKey(choice));
    onChange({ ...form, choices: [...others, choice] });
  };
  return (
    <div className="stack">
      <div className="stack-field">
        <label htmlFor={id}>{t("channelForm.addPeopleHint")}</label>
        <PeopleField id={id} choices={form.choices} onChange={(choices) => onChange({ ...form, choices })} />
        <small className="quiet">{t("channelSettings.addPeopleHelp")}</small>
      </div>
      <div className="new-channel-count">
        <span className="num" role="status">
          {t("directory.people", { count })}
        </span>
        {everyone !== undefined && (
          <Button kind="plain" icon="people" onPress={() => addEveryone(everyone)}>
            {t("channelForm.everyone")}
          </Button>
        )}
      </div>
    </div>
  );
}
