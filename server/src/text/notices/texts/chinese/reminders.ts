import { quote } from "../../markup.ts";
import type { ReminderNotices } from "../english/reminders.ts";

export const chineseReminders: ReminderNotices = {
  opening: ({ link, note }) =>
    [
      link === undefined ? "你让我提醒你查看以下私信。" : `你让我提醒你查看 ${link}。`,
      ...(note === "" ? [] : ["你的备注：", quote(note)]),
    ].join("\n\n"),
  said: ({ author, path }) => `${author} [写道](${path})：`,
  poll: ({ author, path }) => `${author} 发起了[投票](${path})。`,
  todo: ({ author, path }) => `${author} 创建了[待办清单](${path})。`,
};
