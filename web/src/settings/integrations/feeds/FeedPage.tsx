/** Feeds or calendars: a bot posts what is new at addresses that the server fetches. */
import { useState } from "react";
import { useIsPhone } from "../../../app/screen.ts";
import { useHref } from "../../../state/place.ts";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { PageFrame, Section } from "../../Page.tsx";
import { BotChoice } from "../BotChoice.tsx";
import { FETCHED_KINDS, type FetchedName, fetchedIntegrations } from "../fetched.ts";
import { Picture } from "../Picture.tsx";
import { FeedList } from "./FeedList.tsx";

export function FeedPage({ name }: { readonly name: FetchedName }) {
  const kind = FETCHED_KINDS[name];
  const isPhone = useIsPhone();
  const [botId, setBot] = useState<number>();
  const bot = useStore((state) => state.bots.get(botId ?? 0));
  const back = { href: useHref({ kind: "settings", section: "integrations" }), label: t("integrations.all") };
  const listed = fetchedIntegrations().find((each) => each.name === name);
  return (
    <PageFrame
      title={
        <span className="integration-title">
          {listed && <Picture picture={listed.picture} />}
          {listed?.display_name}
        </span>
      }
      about={listed?.about}
      back={back}
      actions={
        !isPhone && (
          <a className="btn" href={back.href}>
            {back.label}
          </a>
        )
      }
    >
      <Section title={t("integrations.setUp")} help={t("feeds.botHelp")}>
        <div className="integration-form">
          <BotChoice botId={botId} onChange={setBot} />
          <p>
            <a href={`/integrations/${name}`} target="_blank" rel="noreferrer">
              {t("feeds.documentation")}
            </a>
          </p>
        </div>
      </Section>
      {bot && (
        <Section
          title={t(kind === "calendar" ? "feeds.calendarList" : "feeds.list")}
          help={t(kind === "calendar" ? "feeds.calendarListHelp" : "feeds.listHelp")}
        >
          <FeedList key={bot.user_id} botId={bot.user_id} kind={kind} />
        </Section>
      )}
    </PageFrame>
  );
}
