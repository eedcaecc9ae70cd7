/** Topics that the reader follows, mutes or unmutes. */
import type { UserTopic } from "@parley/client";
import { changeTopicPolicy, type Policy, VisibilityPolicy } from "../../actions/topic-policies.ts";
import { narrowAddress } from "../../address/address.ts";
import { topicNarrow } from "../../address/narrow.ts";
import { Empty } from "../../parts/states.tsx";
import { Tile } from "../../parts/Tile.tsx";
import { topicName } from "../../state/conversation-names.ts";
import { hrefOf } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";
import { useClock } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { momentText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { Page, Section } from "../Page.tsx";
import type { SettingsPage } from "../page.ts";
import { Table } from "./Table.tsx";

const POLICIES = [
  [VisibilityPolicy.followed, "listed.followed"],
  [VisibilityPolicy.muted, "listed.muted"],
  [VisibilityPolicy.unmuted, "listed.unmuted"],
  [VisibilityPolicy.none, "listed.likeChannel"],
] as const;

export function Topics({ page }: { readonly page: SettingsPage }) {
  const session = useSession();
  const clock = useClock();
  const policies = useStore((state) => state.topics.policies);
  const channels = useStore((state) => state.channels.channels);
  const { state } = session.store;
  const channelName = ({ stream_id }: UserTopic) => channels.get(stream_id)?.name ?? t("address.unknown");
  const nameOf = ({ topic_name }: UserTopic) => topicName(state, topic_name);
  const said = ({ visibility_policy }: UserTopic) =>
    t(POLICIES.find(([policy]) => policy === visibility_policy)?.[1] ?? "listed.likeChannel");
  const rows = [...policies.values()];
  return (
    <Page page={page}>
      <Section title={t("listed.topics")}>
        {rows.length === 0 ? (
          <Empty icon="hash" title={t("listed.noTopics")} />
        ) : (
          <Table
            label={t("listed.topics")}
            rows={rows}
            keyOf={({ stream_id, topic_name }) => `${stream_id} ${topic_name}`}
            sortedBy={2}
            isDescending
            columns={[
              {
                title: t("listed.topic"),
                of: nameOf,
                draw: (row) => (
                  <a href={hrefOf(narrowAddress(topicNarrow(row.stream_id, row.topic_name)), state)}>{nameOf(row)}</a>
                ),
              },
              {
                title: t("listed.channel"),
                of: channelName,
                draw: (row) => (
                  <span className="with-mark">
                    <Tile channelId={row.stream_id} />
                    {channelName(row)}
                  </span>
                ),
              },
              {
                title: t("listed.changed"),
                of: ({ last_updated }) => last_updated,
                draw: ({ last_updated }) => momentText(last_updated, clock),
              },
            ]}
            actions={(row) => (
              <select
                className="field setting-select"
                aria-label={t("listed.settingOf", { topic: nameOf(row), setting: said(row) })}
                value={row.visibility_policy}
                onChange={({ target }) =>
                  void changeTopicPolicy(session, row.stream_id, row.topic_name, Number(target.value) as Policy)
                }
              >
                {POLICIES.map(([policy, label]) => (
                  <option key={policy} value={policy}>
                    {t(label)}
                  </option>
                ))}
              </select>
            )}
          />
        )}
      </Section>
    </Page>
  );
}
