/** People whose messages the reader does not see. */
import { mutedUsers } from "@parley/server/contract";
import { attempt } from "../../actions/attempt.ts";
import { Avatar } from "../../parts/Avatar.tsx";
import { Button } from "../../parts/buttons.tsx";
import { Empty } from "../../parts/states.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { nameOf } from "../../state/people.ts";
import { useSession } from "../../state/session.tsx";
import { useClock } from "../../state/settings.ts";
import { useStore } from "../../state/store.ts";
import { momentText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { Page, Section } from "../Page.tsx";
import type { SettingsPage } from "../page.ts";
import { Table } from "./Table.tsx";

export function MutedPeople({ page }: { readonly page: SettingsPage }) {
  const { connection } = useSession();
  const clock = useClock();
  const muted = useStore((state) => state.preferences.mutedUsers);
  const users = useStore((state) => state.users);
  const unmute = (id: number) =>
    void attempt(async () => {
      await connection.call(mutedUsers.unmuteUser, { muted_user_id: id as never });
      showToast({
        text: t("listed.unmutedPerson", { name: nameOf({ users }, id) }),
        undo: () => void attempt(() => connection.call(mutedUsers.muteUser, { muted_user_id: id as never })),
      });
    });
  return (
    <Page page={page}>
      <Section title={t("address.mutedUsers")}>
        {muted.size === 0 ? (
          <Empty icon="people" title={t("listed.nobodyMuted")} />
        ) : (
          <Table
            label={t("address.mutedUsers")}
            rows={[...muted]}
            keyOf={([id]) => id}
            columns={[
              {
                title: t("listed.person"),
                of: ([id]) => nameOf({ users }, id),
                draw: ([id]) => (
                  <span className="with-mark">
                    <Avatar userId={id} size="s" />
                    {nameOf({ users }, id)}
                  </span>
                ),
              },
              { title: t("listed.since"), of: ([, since]) => since, draw: ([, since]) => momentText(since, clock) },
            ]}
            actions={([id]) => (
              <Button aria-label={t("listed.unmutePerson", { name: nameOf({ users }, id) })} onPress={() => unmute(id)}>
                {t("listed.unmute")}
              </Button>
            )}
          />
        )}
      </Section>
    </Page>
  );
}
