import { RotateCw } from 'lucide-react';
import { Component, type ReactNode, useEffect } from 'react';
import { Button } from 'react-aria-components';
import { answers, onAnswers, tellSilence } from '#renderer/client/reach.ts';
import { PartMissing } from '#renderer/components/arriving.ts';
import { Empty } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

const RELOADED = 'commentdock.reloaded-at';
/** What is still missing so soon after a reload will not come by another one. */
const AGAIN_MS = 10_000;

interface ViewBoundaryParts {
  /** Where the view stands: at another place it is another view. */
  readonly place: string;
  readonly children: ReactNode;
  /** What stands there instead. Default: a whole view that says so. */
  readonly broken?: (failure: Error) => ReactNode;
}

interface Boundary {
  readonly failure: Error | null;
}

/** A view that breaks takes nothing else of the window with it. */
export class ViewBoundary extends Component<ViewBoundaryParts, Boundary> {
  override state: Boundary = { failure: null };

  static getDerivedStateFromError(failure: Error): Boundary {
    return { failure };
  }

  override componentDidUpdate({ place }: ViewBoundaryParts): void {
    if (place !== this.props.place && this.state.failure !== null) this.setState({ failure: null });
  }

  override render(): ReactNode {
    const { children, broken = (failure) => <Broken failure={failure} /> } = this.props;
    return this.state.failure === null ? children : broken(this.state.failure);
  }
}

/** What can be done without: where it does not come, or breaks, nobody misses it until the page is loaded anew. */
export class UnseenBoundary extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(): void {
    void answers().then((isThere) => isThere || tellSilence());
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children;
  }
}

function Broken({ failure }: { readonly failure: Error }) {
  const { text } = useWords();
  return (
    <div className="view" role="alert">
      <h1>{text('broken.title')}</h1>
      <BrokenPart failure={failure} />
    </div>
  );
}

/** Says that a part of a view did not come, or broke, while all else of the view stays. */
export function BrokenPart({ failure }: { readonly failure: Error }) {
  const { text } = useWords();
  const isMissing = failure instanceof PartMissing;
  useEffect(() => (isMissing ? reloadWhenItAnswers() : undefined), [isMissing]);
  return (
    <Empty title={text(isMissing ? 'broken.missing' : 'broken.words')}>
      <Button className="button button-main" onPress={() => location.reload()}>
        <RotateCw size={14} aria-hidden />
        {text('broken.reload')}
      </Button>
    </Empty>
  );
}

/** The page of the version that runs then has names of its own for its parts. Returns the way to stop. */
function reloadWhenItAnswers(): () => void {
  void answers().then((isThere) => (isThere ? reloadOnce() : tellSilence()));
  return onAnswers(reloadOnce);
}

function reloadOnce(): void {
  const isAgain = Date.now() - Number(sessionStorage.getItem(RELOADED)) < AGAIN_MS;
  if (isAgain) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}
