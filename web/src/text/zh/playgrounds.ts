/** The page of code playgrounds. */
import type { playgrounds as english } from "../en/playgrounds.ts";
import type { Translated } from "../translated.ts";

export const playgrounds: Translated<typeof english> = {
  about: "运行代码的网站。消息中的代码块会链接到这些网站。",
  list: "代码演练场",
  listHelp: "每个演练场都会显示在对应语言的代码块上。",
  none: "暂无演练场。",
  locked: "只有管理员可以更改代码演练场。",
  add: "添加代码演练场",
  addWords: "代码 运行 语言 演练场 playground",
  language: "语言",
  languageHelp: "与代码块标题中的写法一致",
  unknown: "没有此名称的已知语言。它适用于语言写法与此完全一致的代码块。",
  languages: "语言",
  name: "名称",
  nameHelp: "显示在按钮上：“在 … 中打开”",
  template: "URL 模板",
  templateHelp: "{code} 代表代码内容。",
  remove: "移除 {name}",
  removed: "已移除 {name}。",
};
