/** The page of channel folders. */
import type { folders as english } from "../en/folders.ts";
import type { Translated } from "../translated.ts";

export const folders: Translated<typeof english> = {
  about: "频道在所有人侧边栏中的分组方式。",
  title: "文件夹",
  help: "按侧边栏中的顺序排列。一个频道最多属于一个文件夹。",
  create: "新建文件夹",
  createWords: "频道文件夹 创建 分组 侧边栏 顺序 排序",
  none: "还没有文件夹。",
  edit: "编辑文件夹",
  editNamed: "编辑 {name}",
  actions: "{name} 的操作",
  moveUp: "上移 {name}",
  moveDown: "下移 {name}",
  addChannel: "添加频道…",
  addChannelTo: "向 {name} 添加频道",
  archive: "归档文件夹",
  notEmpty: "请先移除其中的频道。",
  archived: "已归档的文件夹",
  unarchive: "取消归档",
  unarchiveNamed: "取消归档 {name}",
  loose: "未归入文件夹的频道",
  looseWords: "频道设置 列表",
  noneLoose: "所有频道都已归入文件夹。",
};
