/** Who can read a channel. Another choice says what it means for people, and is saved with a button. */
import type { Channel } from "@parley/client";
import { useId, useState } from "react";
import { attempt, sentenceOf } from "../../actions/attempt.ts";
import { Button } from "../../parts/buttons.tsx";
import { useSession } from "../../state/session.tsx";
import { useRealm } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { type TextKey, t } from "../../text/text.ts";
import { Section } from "../Page.tsx";
import { saySaved } from "../saved.ts";
import {
  CHANNEL_KINDS,
  type ChannelKind,
  consequencesOf,
  KIND_TEXTS,
  kindOf,
  kindRefusal,
  savePrivacy,
} from "./privacy.ts";
import { changingPrivacy } from "./rights.ts";

export function Privacy({ channel }: { readonly channel: Channel }) {
  const { stream_id, subscriber_count } = channel;
  const { connection, store } = useSession();
  const organization = useRealm("realm_name");
  const lock = useStore((state) => changingPrivacy(state, channel));
  const stored = kindOf(channel);
  // The kind that it was chosen instead of: if somebody else changes that, the choice is outdated.
  const [draft, setDraft] = useState<{ readonly from: ChannelKind; readonly to: ChannelKind }>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const chosen = draft?.from === stored ? draft.to : stored;
  const refusals = useStore((state) => CHANNEL_KINDS.map((kind) => kindRefusal(state, channel, kind) ?? "").join());
  const refusalOf = (kind: ChannelKind) => refusals.split(",")[CHANNEL_KINDS.indexOf(kind)] as TextKey | "";
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await savePrivacy(connection, stream_id, stored, chosen);
      const back = () => {
        const now = store.state.channels.channels.get(stream_id);
        return now ? savePrivacy(connection, stream_id, kindOf(now), stored) : Promise.resolve();
      };
      saySaved({ undo: () => void attempt(back) });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <Section title={t("channelForm.whoCanRead")} name="privacy">
      {lock === undefined ? (
        <fieldset className="kinds">
          <legend className="sr">{t("channelForm.whoCanRead")}</legend>
          {CHANNEL_KINDS.map((kind) => (
            <KindChoice
              key={kind}
              kind={kind}
              organization={organization}
              isChosen={kind === chosen}
              refusal={refusalOf(kind)}
              onChoose={() => setDraft({ from: stored, to: kind })}
            />
          ))}
        </fieldset>
      ) : (
        <div className="field-row">
          <span className="setting-words">
            {t(KIND_TEXTS[stored][0], { organization })}
            <small>{t(lock)}</small>
          </span>
        </div>
      )}
      {chosen !== stored && (
        <div className="save-bar">
          <div className="consequences" role="status">
            {consequencesOf(stored, chosen).map((each) => (
              <p key={each}>{t(each, { organization, count: subscriber_count })}</p>
            ))}
          </div>
          <Button kind="primary" isDisabled={isBusy} onPress={() => void save()}>
            {t("who.save")}
          </Button>
          <Button onPress={() => setDraft(undefined)}>{t("who.discard")}</Button>
          {problem !== undefined && (
            <span className="bad" role="alert">
              {problem}
            </span>
          )}
        </div>
      )}
    </Section>
  );
}

interface KindChoiceProps {
  readonly kind: ChannelKind;
  readonly organization: string;
  readonly isChosen: boolean;
  /** Empty if it can be chosen. */
  readonly refusal: TextKey | "";
  readonly onChoose: () => void;
}

function KindChoice({ kind, organization, isChosen, refusal, onChoose }: KindChoiceProps) {
  const id = useId();
  const [name, hint] = KIND_TEXTS[kind];
  return (
    <div className="kind">
      <input
        type="radio"
        name="channel-kind"
        id={id}
        aria-describedby={`${id}-hint`}
        checked={isChosen}
        disabled={refusal !== ""}
        onChange={onChoose}
      />
      <label htmlFor={id}>{t(name, { organization })}</label>
      <small id={`${id}-hint`}>{t(refusal === "" ? hint : refusal)}</small>
    </div>
  );
}
