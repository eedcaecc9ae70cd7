/** What an enhancement did to a message, kept so that it can be taken back in reverse order. */

export type Undo = () => void;

export class Changes {
  readonly #undos: Undo[] = [];

  insert(parent: Node, node: Node, before: Node | null = null): void {
    parent.insertBefore(node, before);
    this.#undos.push(() => node.parentNode?.removeChild(node));
  }

  /** Puts an element into another one that takes its place. */
  wrap(element: Element, wrapper: Element): void {
    element.replaceWith(wrapper);
    wrapper.append(element);
    this.#undos.push(() => wrapper.replaceWith(element));
  }

  /** Moves nodes to the end of another element; they find their way back by the mark that stays behind. */
  move(node: ChildNode, parent: Node): void {
    const mark = document.createComment("");
    node.replaceWith(mark);
    parent.appendChild(node);
    this.#undos.push(() => mark.replaceWith(node));
  }

  remove(node: ChildNode): void {
    const mark = document.createComment("");
    node.replaceWith(mark);
    this.#undos.push(() => mark.replaceWith(node));
  }

  addClass(element: Element, ...names: readonly string[]): void {
    const added = names.filter((name) => !element.classList.contains(name));
    element.classList.add(...added);
    this.#undos.push(() => {
      element.classList.remove(...added);
      withoutEmpty(element, "class");
    });
  }

  setAttribute(element: Element, name: string, value: string | null): void {
    const before = element.getAttribute(name);
    const set = (wanted: string | null) =>
      wanted === null ? element.removeAttribute(name) : element.setAttribute(name, wanted);
    set(value);
    this.#undos.push(() => set(before));
  }

  setProperty(element: HTMLElement, name: string, value: string): void {
    const before = element.style.getPropertyValue(name);
    element.style.setProperty(name, value);
    this.#undos.push(() => {
      element.style.setProperty(name, before);
      withoutEmpty(element, "style");
    });
  }

  setText(node: Text, value: string): void {
    const before = node.data;
    node.data = value;
    this.#undos.push(() => {
      node.data = before;
    });
  }

  listen<K extends keyof HTMLElementEventMap>(
    element: HTMLElement,
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void {
    element.addEventListener(type, listener);
    this.#undos.push(() => element.removeEventListener(type, listener));
  }

  /** For what is none of these, such as a timer. */
  onUndo(undo: Undo): void {
    this.#undos.push(undo);
  }

  readonly undo = (): void => {
    for (const undo of this.#undos.splice(0).reverse()) undo();
  };
}

function withoutEmpty(element: Element, attribute: string): void {
  if (element.getAttribute(attribute) === "") element.removeAttribute(attribute);
}

/** Adds to a message that is shown what its HTML does not say, and answers with how to take it away again. */
export type Enhancement<Input = undefined> = (body: HTMLElement, input: Input) => Undo;
