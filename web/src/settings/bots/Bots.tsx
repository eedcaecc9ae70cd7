/** The bots that the reader owns: create, edit, keys, deactivate. */
import type { State } from "@parley/client";
import { bots as api } from "@parley/server/contract";
import { attempt } from "../../actions/attempt.ts";
import { copy } from "../../actions/copy.ts";
import { openDialog } from "../../app/dialogs.tsx";
import { botTypeName } from "../../card/kinds.ts";
import { Avatar } from "../../parts/Avatar.tsx";
import { Button, IconButton } from "../../parts/buttons.tsx";
import { MenuButton } from "../../parts/Menu.tsx";
import { Empty } from "../../parts/states.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { CREDENTIALS_FILE, credentialsFile, download } from "../account/credentials.ts";
import { FormDialog } from "../account/FormDialog.tsx";
import { Table } from "../lists/Table.tsx";
import { Page, Section } from "../Page.tsx";
import type { SettingsPage } from "../page.ts";
import { BotDialog } from "./BotDialog.tsx";
import { commandRows } from "./commands/menu.tsx";
import { typesToCreate } from "./page.ts";
import "../account/account.css";

type Bot = State["bots"] extends ReadonlyMap<number, infer B> ? B : never;

export function Bots({ page }: { readonly page: SettingsPage }) {
  const { store } = useSession();
  const known = useStore((state) => state.bots);
  const ownId = useStore((state) => state.users.ownId);
  const mayCreate = useStore((state) => typesToCreate(state).length > 0);
  const own = [...known.values()].filter(({ owner_id, is_active }) => owner_id === ownId && is_active);
  return (
    <Page page={page}>
      <Section title={t("bots.active")} name="new-bot">
        {mayCreate ? (
          <div className="add-row">
            <Button
              icon="plus"
              onPress={() => openDialog((close) => <BotDialog types={typesToCreate(store.state)} onClose={close} />)}
            >
              {t("bots.create")}
            </Button>
          </div>
        ) : (
          <p className="help">{t("bots.mayNot")}</p>
        )}
        {own.length === 0 ? (
          <Empty icon="bot" title={t("bots.none")} />
        ) : (
          <Table
            label={t("bots.title")}
            rows={own}
            keyOf={({ user_id }) => user_id}
            columns={[
              {
                title: t("bots.name"),
                of: ({ full_name }) => full_name,
                draw: (bot) => (
                  <span className="with-mark">
                    <Avatar userId={bot.user_id} size="s" />
                    <span>
                      {bot.full_name}
                      <small>{bot.email}</small>
                    </span>
                  </span>
                ),
              },
              { title: t("bots.type"), of: (bot) => botTypeName({ bot_type: bot.bot_type }) },
            ]}
            actions={(bot) => <Acts bot={bot} />}
          />
        )}
      </Section>
    </Page>
  );
}

function Acts({ bot }: { readonly bot: Bot }) {
  const { connection } = useSession();
  const { user_id: bot_id, full_name: name, email, api_key: key } = bot;
  const site = location.origin;
  const renew = () =>
    void attempt(async () => {
      await connection.call(api.regenerateBotApiKey, { bot_id: bot_id as never });
      showToast({ text: t("bots.keyReplaced", { name }) });
    });
  const deactivate = () =>
    openDialog((close) => (
      <FormDialog
        title={t("bots.deactivateQuestion", { name })}
        action={t("bots.deactivate")}
        isDangerous
        onSubmit={() => connection.call(api.deactivateBot, { bot_id: bot_id as never })}
        onClose={close}
      >
        <p>{t("bots.deactivateLoss")}</p>
      </FormDialog>
    ));
  return (
    <>
      <Button
        aria-label={t("bots.copyKeyOf", { name })}
        icon="copy"
        onPress={() => void copy(key, t("account.copied"))}
      >
        {t("bots.copyKey")}
      </Button>
      <IconButton
        icon="download"
        label={t("bots.downloadFor", { name })}
        onPress={() => download(CREDENTIALS_FILE, credentialsFile({ email, key, site }))}
      />
      <MenuButton
        label={t("bots.more", { name })}
        rows={[
          {
            id: "edit",
            label: t("bots.edit"),
            icon: "compose",
            onAction: () => openDialog((close) => <BotDialog bot={bot} types={[]} onClose={close} />),
          },
          ...commandRows(bot),
          { id: "renew", label: t("account.newKey"), icon: "refresh", onAction: renew },
          { id: "deactivate", label: t("bots.deactivate"), icon: "trash", onAction: deactivate },
        ]}
      >
        <IconButton icon="more" label={t("bots.more", { name })} />
      </MenuButton>
    </>
  );
}
