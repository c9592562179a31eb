/** Runs in a page: what of it can be clicked, and what of that keys lead to. */
globalThis.reach = (() => {
  const ROLES =
    'button checkbox combobox link menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton switch tab textbox treeitem';
  const CLICKED = [
    'a[href], area[href], button, input, select, textarea, summary, [contenteditable=true]',
    ...ROLES.split(' ').map((role) => `[role=${role}]`),
    '[role=grid] [role=row], [role=treegrid] [role=row]',
  ].join();
  /** Arrows lead from one part of these to the next. */
  const COMPOSITE = ['menu', 'menubar', 'tablist', 'radiogroup', 'listbox', 'grid', 'treegrid', 'tree', 'toolbar']
    .map((role) => `[role=${role}]`)
    .join();

  const isDrawn = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.getClientRects().length === 0) return false;
    for (let around = element; around !== null; around = around.parentElement)
      if (around.offsetWidth <= 1 && getComputedStyle(around).overflowX === 'hidden') return false;
    return true;
  };
  /** A box that is drawn by its label is clicked there. */
  const isShown = (element) => isDrawn(element) || [...(element.labels ?? [])].some(isDrawn);
  const isOff = (element) => element.matches(':disabled, [aria-disabled=true], [type=hidden]') || element.closest('[inert]') !== null;
  const isHidden = (element) => element.closest('[aria-hidden=true]') !== null;
  const isStop = (element) => element.tabIndex >= 0 && !isOff(element) && !isHidden(element);

  /** What lies behind something is out of reach for everybody. */
  const isCovered = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    return met === null || !(element.contains(met) || met.contains(element));
  };
  /** A field that has the focus on behalf of a list: as a combobox and the field of a palette do. */
  const isDrivenByField = (widget) =>
    [...document.querySelectorAll('input[aria-controls], input[aria-activedescendant]')].some((field) => {
      const ids = `${field.getAttribute('aria-controls') ?? ''} ${field.getAttribute('aria-activedescendant') ?? ''}`.split(' ');
      return isStop(field) && ids.some((id) => id !== '' && (id === widget.id || widget.contains(document.getElementById(id))));
    });
  const isPartOfWidget = (element) => {
    // Opens the list of the field beside it, which an arrow opens too.
    if (element.getAttribute('aria-haspopup') === 'listbox')
      return [...element.parentElement.querySelectorAll('[role=combobox]')].some(isStop);
    const widget = element.closest(COMPOSITE);
    return widget !== null && ([widget, ...widget.querySelectorAll('*')].some(isStop) || isDrivenByField(widget));
  };
  const nameOf = (element) => element.outerHTML.slice(0, 200);

  /** Of a group of radio buttons Tab leads to one. */
  const groupOf = (element) => (element.type === 'radio' && element.name !== '' ? element.name : element);
  const stops = () => [...document.querySelectorAll('*')].filter((element) => isStop(element) && isShown(element));

  return {
    outOfReach: () =>
      [...document.querySelectorAll(CLICKED)]
        .filter((element) => !isOff(element) && !isStop(element) && isShown(element))
        .filter((element) => (isHidden(element) ? !isCovered(element) : !isPartOfWidget(element)))
        .map(nameOf),
    /** Notes from now on where the focus goes. */
    beginRound: () => {
      const order = [];
      const listener = ({ target }) => order.push(groupOf(target));
      document.addEventListener('focusin', listener);
      window.tabRound = { before: stops(), order, end: () => document.removeEventListener('focusin', listener) };
    },
    /** Null: the round goes on. Nothing: Tab led to all that was there and still is, and to the first of it again. Else what it does not lead to. */
    missedInRound: (presses) => {
      const { before, order, end } = window.tabRound;
      const seen = new Set(order);
      const missed = before.filter((element) => element.isConnected && isStop(element) && isShown(element) && !seen.has(groupOf(element)));
      const lastNew = order.findLastIndex((element, at) => order.indexOf(element) === at);
      const isRound = missed.length === 0 && order.lastIndexOf(order[0]) > lastNew;
      // Fields of a date have a stop for each part, and there may be more than there was.
      if (!isRound && presses < 3 * stops().length + 60) return null;
      end();
      return isRound ? [] : [...missed.map(nameOf), 'the first one, again'];
    },
  };
})();
