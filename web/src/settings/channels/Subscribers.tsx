/** The subscribers of a channel: who they are, adding more, and removing them. */
import type { Channel, State, User } from "@parley/client";
import { channels, subscriptions } from "@parley/server/contract";
import { type FormEvent, useId, useState } from "react";
import { attempt, sentenceOf } from "../../actions/attempt.ts";
import { roleName } from "../../card/kinds.ts";
import { Avatar } from "../../parts/Avatar.tsx";
import { Button } from "../../parts/buttons.tsx";
import { Checkbox } from "../../parts/Checkbox.tsx";
import { Empty } from "../../parts/states.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { Table } from "../lists/Table.tsx";
import { Section } from "../Page.tsx";
import { saySaved } from "../saved.ts";
import { PeopleField } from "./PeopleField.tsx";
import { type PeopleChoice, peopleIn } from "./people-choice.ts";
import { addingSubscribers, mayRemoveSubscriber } from "./rights.ts";
import { usePresenceText } from "./usePresenceText.ts";
import "../../actions/actions.css";

const subscribing = (name: string, userIds: readonly number[], isTold: boolean) => ({
  subscriptions: [{ name }],
  principals: [...userIds] as never,
  send_new_subscription_messages: isTold,
});

const unsubscribing = (name: string, userIds: readonly number[]) => ({
  subscriptions: [name],
  principals: [...userIds] as never,
});

export function Subscribers({ channel }: { readonly channel: Channel }) {
  const users = useStore((state) => state.users.users);
  const listed = (channel.subscribers ?? []).flatMap((id) => users.get(id) ?? []);
  return (
    <>
      <AddPeople channel={channel} />
      <Section title={t("channelSettings.subscribers")} name="subscribers">
        {listed.length === 0 ? (
          <Empty icon="people" title={t("channelSettings.noSubscribers")} />
        ) : (
          <Table
            label={t("channelSettings.subscribers")}
            rows={listed}
            keyOf={({ user_id }) => user_id}
            columns={[
              {
                title: t("listed.person"),
                of: ({ full_name, email, delivery_email }) => `${full_name} ${delivery_email ?? email}`,
                draw: (person) => <PersonCell person={person} />,
              },
              {
                title: t("channelSettings.role"),
                of: (person) => (person.is_bot ? t("channelSettings.bot") : roleName(person)),
              },
            ]}
            actions={(person) => <Remove channel={channel} person={person} />}
          />
        )}
      </Section>
    </>
  );
}

function PersonCell({ person }: { readonly person: User }) {
  const presence = usePresenceText(person.user_id);
  return (
    <span className="with-mark">
      <Avatar userId={person.user_id} size="s" withPresence={!person.is_bot} />
      <span>
        <span dir="auto">{person.full_name}</span>
        <small>{person.is_bot ? person.email : presence}</small>
      </span>
    </span>
  );
}

function Remove({ channel, person }: { readonly channel: Channel; readonly person: User }) {
  const { connection, store } = useSession();
  const isShown = useStore((state) => mayRemoveSubscriber(state, channel, person.user_id));
  if (!isShown) return null;
  const { name } = channel;
  const ids = [person.user_id];
  const restore = () => connection.call(channels.subscribe, subscribing(name, ids, false));
  const remove = () =>
    attempt(async () => {
      // Asked before: without this subscription, one may not be able to add anyone.
      const mayRestore = addingSubscribers(store.state, channel) === undefined;
      await connection.call(subscriptions.unsubscribe, unsubscribing(name, ids));
      showToast({
        text: t("channelSettings.removed", { name: person.full_name }),
        ...(mayRestore ? { undo: () => void attempt(restore) } : {}),
      });
    });
  return (
    <Button
      kind="plain"
      aria-label={t("channelSettings.removePerson", { name: person.full_name })}
      onPress={() => void remove()}
    >
      {t("profile.remove")}
    </Button>
  );
}

function AddPeople({ channel }: { readonly channel: Channel }) {
  const { name } = channel;
  const { connection, store } = useSession();
  const lock = useStore((state) => addingSubscribers(state, channel));
  const [choices, setChoices] = useState<readonly PeopleChoice[]>([]);
  const [isTold, setTold] = useState(true);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const count = useStore((state) => newcomersOf(state, channel, choices).length);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const userIds = newcomersOf(store.state, channel, choices);
    if (isBusy || userIds.length === 0) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await connection.call(channels.subscribe, subscribing(name, userIds, isTold));
      setChoices([]);
      const mayUndo = userIds.every((each) => mayRemoveSubscriber(store.state, channel, each));
      const undo = () => void attempt(() => connection.call(subscriptions.unsubscribe, unsubscribing(name, userIds)));
      saySaved(mayUndo ? { undo } : {});
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setBusy(false);
  };
  if (channel.is_archived) return null;
  return (
    <Section title={t("channelSettings.addPeople")} name="add-subscribers">
      {lock !== undefined ? (
        <p className="help">{t(lock)}</p>
      ) : (
        <form className="add-people" onSubmit={(event) => void add(event)}>
          <label className="help" htmlFor={id}>
            {t("channelSettings.addPeopleHelp")}
          </label>
          <PeopleField id={id} choices={choices} onChange={setChoices} />
          <Checkbox isSelected={isTold} onChange={setTold}>
            {t("channelSettings.tellThem")}
          </Checkbox>
          <div className="save-bar">
            <Button kind="primary" type="submit" isDisabled={isBusy || count === 0}>
              {t("channelSettings.addCount", { count })}
            </Button>
            {choices.length > 0 && count === 0 && <span className="quiet">{t("channelSettings.allSubscribed")}</span>}
            {problem !== undefined && (
              <span className="bad" role="alert">
                {problem}
              </span>
            )}
          </div>
        </form>
      )}
    </Section>
  );
}

/** Those of the choices who are not subscribed yet. */
function newcomersOf(state: State, { stream_id }: Channel, choices: readonly PeopleChoice[]): readonly number[] {
  if (choices.length === 0) return [];
  const subscribed = new Set(state.channels.channels.get(stream_id)?.subscribers);
  return [...peopleIn(state, choices)].filter((id) => !subscribed.has(id));
}
