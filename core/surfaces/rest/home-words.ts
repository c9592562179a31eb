import { RESPONSIBILITY } from '#core/contract/responsibility.ts';

/** Why the window is not shown. `none`: this browser has no pass. `spent`: its link does not work. `wait`: too many did not. `unbuilt`: there are no files of it. */
export type NoWindow = 'none' | 'spent' | 'wait' | 'unbuilt';

interface HomeWords extends Readonly<Record<NoWindow, string>> {
  readonly about: string;
  readonly responsibility: string;
}

const ENGLISH: HomeWords = {
  about: 'Exports comments, reviews, followers, live chat, likes and shares to spreadsheets, on this machine.',
  none: 'The window opens by a link that works once. This command prints one:',
  spent: 'This link does not work: each opens the window once, for ten minutes. This command prints a new one:',
  wait: 'Too many links that do not work were opened from this address. Wait a minute, then open yours again.',
  unbuilt: 'The window was not built yet. This command does it; then open this page again:',
  responsibility: RESPONSIBILITY,
};

/** The languages of the window. */
const WORDS: Readonly<Record<string, HomeWords>> = {
  en: ENGLISH,
  de: {
    about: 'Exportiert Kommentare, Bewertungen, Follower, Live-Chats, Likes und Geteiltes in Tabellen, auf diesem Rechner.',
    none: 'Das Fenster öffnet sich über einen Link, der einmal gilt. Dieser Befehl gibt einen aus:',
    spent: 'Dieser Link gilt nicht: Jeder öffnet das Fenster einmal, zehn Minuten lang. Dieser Befehl gibt einen neuen aus:',
    wait: 'Von dieser Adresse wurden zu viele ungültige Links geöffnet. Warten Sie eine Minute und öffnen Sie Ihren dann erneut.',
    unbuilt: 'Das Fenster wurde noch nicht gebaut. Dieser Befehl tut es; öffnen Sie danach diese Seite erneut:',
    responsibility:
      'Commentdock fragt Plattformen nach dem, was sie Ihnen zeigen, in Ihrem Namen. Es gelten ihre Nutzungsbedingungen und das Recht an Ihrem Wohnort; viele verbieten automatisches Sammeln, und ein Konto, dessen Cookies Sie geben, kann gesperrt werden. Ob Sie sammeln, behalten und nutzen dürfen, was Sie exportieren, entscheiden und verantworten Sie.',
  },
  es: {
    about: 'Exporta comentarios, reseñas, seguidores, chats en directo, me gusta y compartidos a hojas de cálculo, en este equipo.',
    none: 'La ventana se abre con un enlace que sirve una vez. Este comando muestra uno:',
    spent: 'Este enlace no sirve: cada uno abre la ventana una vez, durante diez minutos. Este comando muestra uno nuevo:',
    wait: 'Desde esta dirección se abrieron demasiados enlaces que no sirven. Espere un minuto y abra el suyo de nuevo.',
    unbuilt: 'La ventana aún no se ha construido. Este comando lo hace; después abra esta página de nuevo:',
    responsibility:
      'Commentdock pide a las plataformas lo que le muestran a usted, como usted. Se aplican sus condiciones de uso y la ley de donde vive; muchas prohíben la recopilación automática, y una cuenta cuyas cookies dé puede ser bloqueada. Si puede recopilar, guardar y usar lo que exporta es decisión y responsabilidad suya.',
  },
  fr: {
    about: 'Exporte commentaires, avis, abonnés, chats en direct, j’aime et partages vers des tableurs, sur cette machine.',
    none: 'La fenêtre s’ouvre par un lien qui ne sert qu’une fois. Cette commande en affiche un :',
    spent: 'Ce lien ne fonctionne pas : chacun ouvre la fenêtre une fois, pendant dix minutes. Cette commande en affiche un nouveau :',
    wait: 'Trop de liens inutilisables ont été ouverts depuis cette adresse. Attendez une minute, puis rouvrez le vôtre.',
    unbuilt: 'La fenêtre n’est pas encore construite. Cette commande le fait ; rouvrez ensuite cette page :',
    responsibility:
      'Commentdock demande aux plateformes ce qu’elles vous montrent, en votre nom. Leurs conditions d’utilisation s’appliquent, et la loi de votre pays ; beaucoup interdisent la collecte automatisée, et un compte dont vous donnez les cookies peut être bloqué. Collecter, garder et utiliser ce que vous exportez est votre décision et votre responsabilité.',
  },
  pt: {
    about: 'Exporta comentários, avaliações, seguidores, chats ao vivo, curtidas e compartilhamentos para planilhas, nesta máquina.',
    none: 'A janela abre por um link que vale uma vez. Este comando mostra um:',
    spent: 'Este link não funciona: cada um abre a janela uma vez, por dez minutos. Este comando mostra um novo:',
    wait: 'Deste endereço foram abertos links demais que não funcionam. Espere um minuto e abra o seu de novo.',
    unbuilt: 'A janela ainda não foi construída. Este comando a constrói; depois abra esta página de novo:',
    responsibility:
      'O Commentdock pede às plataformas o que elas mostram a você, como você. Valem os termos de uso delas e a lei de onde você mora; muitos proíbem coleta automatizada, e uma conta cujos cookies você der pode ser bloqueada. Se você pode coletar, guardar e usar o que exporta é decisão e responsabilidade sua.',
  },
  ja: {
    about: 'コメント、レビュー、フォロワー、ライブチャット、いいね、シェアを、このマシンで表計算ファイルに書き出します。',
    none: '画面は一度だけ使えるリンクで開きます。次のコマンドがリンクを表示します。',
    spent: 'このリンクは使えません。リンクは 10 分間、一度だけ画面を開けます。次のコマンドが新しいリンクを表示します。',
    wait: 'このアドレスから使えないリンクが何度も開かれました。1 分待ってから、もう一度開いてください。',
    unbuilt: '画面はまだビルドされていません。次のコマンドでビルドしてから、このページを開き直してください。',
    responsibility:
      'Commentdock は、サイトがあなたに見せるものを、あなたとして取得します。サイトの利用規約とお住まいの地域の法律が適用されます。自動収集を禁じる規約は多く、Cookie を渡したアカウントが凍結されることもあります。収集、保存、利用の可否はご自身の判断と責任です。',
  },
};

/** More languages than a person names. */
const MOST_LANGUAGES = 20;

/** The words in the first language of the reader that there is. @param accepted the header `Accept-Language` */
export function homeWordsFor(accepted: string): { readonly language: string; readonly words: HomeWords } {
  for (const part of accepted.split(',', MOST_LANGUAGES)) {
    const language = part.trim().slice(0, 2).toLowerCase();
    const words = Object.hasOwn(WORDS, language) ? WORDS[language] : undefined;
    if (words !== undefined) return { language, words };
  }
  return { language: 'en', words: ENGLISH };
}
