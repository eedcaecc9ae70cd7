/** What belongs to one person: settings, also of their channels and topics, muted people and alert words. */
import { updateSubscriptionSettings } from "../channels/subscribe/contract.ts";
import { setTopicVisibility } from "../channels/user-topics/contract.ts";
import { fieldsOf } from "../imports/json.ts";
import { topicFrom } from "../imports/names.ts";
import { userSettings } from "../organization/settings/user-settings.ts";
import { addAlertWords, removeAlertWords } from "../people/alert-words/contract.ts";
import { muteUser, unmuteUser } from "../people/muted-users/contract.ts";
import { updateSettings } from "../people/settings/contract.ts";
import { type Difference, isSame } from "./difference.ts";
import type { Sides } from "./sides.ts";

export function personalDifferences(sides: Sides): Difference[] {
  return [
    ...ownSettings(sides),
    ...channelSettings(sides),
    ...topics(sides),
    ...mutedPeople(sides),
    ...alertWords(sides),
  ];
}

const about = ({ local, as }: Sides): string => local.people.get(as)?.name ?? String(as);

function ownSettings(sides: Sides): Difference[] {
  const { remote, local, server, as } = sides;
  const [there, here] = [remote, local].map(({ fields }) => fieldsOf(fields.user_settings));
  const names = Object.keys(userSettings).filter((name) => name in updateSettings.params);
  return names.flatMap((name) => {
    if (there?.[name] === undefined || isSame(there[name], here?.[name])) return [];
    const mend = async () => void (await server.call(as, updateSettings, { [name]: there[name] } as never));
    return [{ says: `${about(sides)}: the setting ${name} differs.`, mend }];
  });
}

function channelSettings(sides: Sides): Difference[] {
  const { remote, local, ids, server, as } = sides;
  return [...remote.channels.values()].flatMap(({ id, name, own }) => {
    const stream_id = ids.get("channel", id) ?? 0;
    const here = local.channels.get(stream_id)?.own;
    if (!own || !here) return [];
    const changed = Object.entries(own).filter(([property, value]) => value !== null && !isSame(value, here[property]));
    if (changed.length === 0) return [];
    const subscription_data = changed.map(([property, value]) => ({ stream_id, property, value }));
    const mend = async () => void (await server.call(as, updateSubscriptionSettings, { subscription_data } as never));
    return [{ says: `${about(sides)}: the settings of #${name} differ.`, mend }];
  });
}

function topics(sides: Sides): Difference[] {
  const { remote, local, ids, server, as } = sides;
  const keyOf = (channel: number, topic: string) => `${channel} ${topic.toLowerCase()}`;
  const wanted = new Map<string, { stream_id: number; topic: string; policy: number }>();
  for (const { channel, topic, policy } of remote.userTopics) {
    const stream_id = ids.get("channel", channel);
    if (stream_id !== undefined)
      wanted.set(keyOf(stream_id, topicFrom(topic)), { stream_id, topic: topicFrom(topic), policy });
  }
  const here = new Map(local.userTopics.map((each) => [keyOf(each.channel, each.topic), each]));
  const set = (stream_id: number, topic: string, visibility_policy: number): Difference => ({
    says: `${about(sides)}: the visibility of a topic differs.`,
    mend: async () =>
      void (await server.call(as, setTopicVisibility, { stream_id, topic, visibility_policy } as never)),
  });
  return [
    ...[...wanted]
      .filter(([key, { policy }]) => here.get(key)?.policy !== policy)
      .map(([, { stream_id, topic, policy }]) => set(stream_id, topic, policy)),
    ...[...here].filter(([key]) => !wanted.has(key)).map(([, { channel, topic }]) => set(channel, topic, 0)),
  ];
}

function mutedPeople(sides: Sides): Difference[] {
  const { remote, local, ids, server, as } = sides;
  const wanted = ids.all("person", remote.mutedPeople);
  const says = `${about(sides)}: the muted people differ.`;
  return [
    ...wanted
      .filter((id) => !local.mutedPeople.includes(id))
      .map((muted_user_id) => ({ says, mend: async () => void (await server.call(as, muteUser, { muted_user_id })) })),
    ...local.mutedPeople
      .filter((id) => !wanted.includes(id))
      .map((muted_user_id) => ({
        says,
        mend: async () => void (await server.call(as, unmuteUser, { muted_user_id })),
      })),
  ];
}

function alertWords(sides: Sides): Difference[] {
  const { remote, local, server, as } = sides;
  const added = remote.alertWords.filter((word) => !local.alertWords.includes(word));
  const removed = local.alertWords.filter((word) => !remote.alertWords.includes(word));
  const says = `${about(sides)}: the alert words differ.`;
  return [
    ...(added.length > 0
      ? [{ says, mend: async () => void (await server.call(as, addAlertWords, { alert_words: added })) }]
      : []),
    ...(removed.length > 0
      ? [{ says, mend: async () => void (await server.call(as, removeAlertWords, { alert_words: removed })) }]
      : []),
  ];
}
