"""A method for each operation of the service. Written by `npm run docs` from the OpenAPI document: do not edit."""

from __future__ import annotations

from typing import Any

UNSET: Any = object()
"""In place of a value that is not sent. None is sent, as null."""


class Operations:
    """What the service can be asked for. `Commentdock` says how."""

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        headers: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
        is_file: bool = False,
    ) -> Any:
        raise NotImplementedError

    def _quoted(self, value: Any) -> str:
        raise NotImplementedError

    def jobs_create(
        self,
        *,
        url: str,
        x_sandbox: bool = UNSET,
        options: Any = UNSET,
        formats: list[Any] = UNSET,
        attended: bool = UNSET,
    ) -> Any:
        """Export a URL.

        Starts an export of a URL; the platform is recognised by it. Without a selector (`followers`,
        `following`, `likes`, `shares`, `tweets`, `live`...) it exports what the URL itself gives: comments,
        reviews or posts. The export runs by itself: poll `status_url` until it is done, then fetch
        `download_link`. Several at once are `POST /api/v1/batch-export`. Older clients send `urls`, a list of
        addresses, in place of `url` here, all of which are exported or none, and are answered `{"data":
        [{"guid": "...", "item": {...}}]}` with a job as each `item`.

        url: What to export, as copied from the browser.

        x_sandbox: Sample data at once; the platform is not asked.

        options: Unknown options are ignored; a known one of a wrong type is refused.

        formats: Files to write; without it xlsx, csv and json, as far as the plan has them.

        attended: The owner sits in front of it: at a wall that a person can pass the export waits for them
        instead of ending. Counts from the owner alone: their window, desktop and terminal.
        """
        return self._call(
            "POST",
            "/api/v3/job",
            headers={"x-sandbox": x_sandbox},
            body={"url": url, "options": options, "formats": formats, "attended": attended},
        )

    def jobs_list(
        self,
        *,
        page: int = UNSET,
        limit: int = UNSET,
        q: Any = UNSET,
        status: Any = UNSET,
        platform: Any = UNSET,
        folder: Any = UNSET,
        tag: Any = UNSET,
        min_timestamp: int = UNSET,
        max_timestamp: int = UNSET,
    ) -> Any:
        """List exports.

        Exports, newest first; all, or those that the filters name. A page with fewer entries than `limit` is
        the last one; past the end the list is empty.

        page: Counts from 1, the default.

        limit: Default 30, at most 30; more is lowered to that.

        q: In the address, the name of the platform or list, the titles, folder or tags; upper and lower case
        are alike.

        status: Those in this state.

        platform: Those of this platform, by its id.

        folder: Those in this folder.

        tag: Those with this tag.

        min_timestamp: Unix seconds: none created before.

        max_timestamp: Unix seconds: none created after.
        """
        return self._call(
            "GET",
            "/api/v3/jobs",
            query={"page": page, "limit": limit, "q": q, "status": status, "platform": platform, "folder": folder, "tag": tag, "min_timestamp": min_timestamp, "max_timestamp": max_timestamp},
        )

    def jobs_get(
        self,
        *,
        guid: str,
    ) -> Any:
        """Get an export.

        The state of one export, its counts, its links once files exist, and its completeness ledger. Poll
        every 5 to 10 seconds until `status` is done, error or stopped.

        guid: The `guid` of the export.
        """
        return self._call(
            "GET",
            f"/api/v3/job/{self._quoted(guid)}",
        )

    def jobs_delete(
        self,
        *,
        guid: str,
    ) -> Any:
        """Delete an export.

        Removes the export, everything it fetched and its files. A running export is stopped first.

        guid: The `guid` of the export.
        """
        return self._call(
            "DELETE",
            f"/api/v3/job/{self._quoted(guid)}",
        )

    def jobs_stop(
        self,
        *,
        guid: str,
    ) -> Any:
        """Stop an export.

        Stops a queued or running export for good. What was fetched can still be downloaded, and
        `options.cursor` of a new export goes on from there.

        guid: The `guid` of the export.
        """
        return self._call(
            "PATCH",
            f"/api/v3/job/{self._quoted(guid)}/stop",
        )

    def jobs_retry(
        self,
        *,
        guid: str,
    ) -> Any:
        """Retry a failed export.

        Queues an export that ended in error once more. It goes on from the last page that was stored.

        guid: The `guid` of the export.
        """
        return self._call(
            "PATCH",
            f"/api/v3/job/{self._quoted(guid)}/retry",
        )

    def jobs_continue(
        self,
        *,
        guid: str,
    ) -> Any:
        """Open the window of an export at a wall.

        For the owner alone: opens a window of the platform on the screen of this machine, where the export
        goes on once the owner has done what the site asks. Takes an export that waits (`needs_you`) and one
        that failed at such a wall; where the window is open already, what was refused is asked for once more.

        guid: The `guid` of the export.
        """
        return self._call(
            "PATCH",
            f"/api/v3/job/{self._quoted(guid)}/continue",
        )

    def jobs_label(
        self,
        *,
        guid: str,
        title: Any = UNSET,
        folder: Any = UNSET,
        tags: Any = UNSET,
    ) -> Any:
        """Name, tag or file an export.

        Gives an export a title, a folder and tags of your own, by which lists find it. What is left out
        stays; empty takes it away. Nothing else of the export changes.

        guid: The `guid` of the export.

        title: What it is called. Empty: by its address.

        folder: The folder or project that it is in. Empty: none.

        tags: All of its tags. Empty: none.
        """
        return self._call(
            "PATCH",
            f"/api/v3/job/{self._quoted(guid)}/label",
            body={"title": title, "folder": folder, "tags": tags},
        )

    def jobs_labels(
        self,
    ) -> Any:
        """List folders and tags of exports.

        All that are in use, in order of their names, and how many exports have each.
        """
        return self._call(
            "GET",
            "/api/v1/labels",
        )

    def views_list(
        self,
    ) -> Any:
        """List saved views.

        Filters of the list of exports that were saved under a name, in order of their names.
        """
        return self._call(
            "GET",
            "/api/v1/views",
        )

    def views_save(
        self,
        *,
        name: str,
        filters: dict[str, Any],
    ) -> Any:
        """Save a view.

        Saves filters of the list of exports under a name, in the place of those that have it already.

        name: The name of the view.
        """
        return self._call(
            "PUT",
            f"/api/v1/views/{self._quoted(name)}",
            body={"filters": filters},
        )

    def views_delete(
        self,
        *,
        name: str,
    ) -> Any:
        """Delete a view.

        The exports that it shows stay as they are.

        name: The name of the view.
        """
        return self._call(
            "DELETE",
            f"/api/v1/views/{self._quoted(name)}",
        )

    def batches_create(
        self,
        *,
        urls: list[Any],
        x_sandbox: bool = UNSET,
        expand: Any = UNSET,
        options: Any = UNSET,
        formats: list[Any] = UNSET,
    ) -> Any:
        """Export many URLs.

        Starts one export for each URL, all under the same options. Duplicates count once; URLs that cannot be
        exported are listed in `errors`, the others are exported all the same. What the plan cannot run or
        queue at once waits.

        urls: What to export. At most 25 on premium, 100 on business; commands and the window may send more.

        x_sandbox: Sample data at once; the platform is not asked.

        expand: URLs that list posts (a channel, profile, forum, subreddit) stand for so many of these, in the
        order of the site. The list is exported first, and the answer comes once it is read.

        options: Unknown options are ignored; a known one of a wrong type is refused.

        formats: Files to write; without it xlsx, csv and json, as far as the plan has them.
        """
        return self._call(
            "POST",
            "/api/v1/batch-export",
            headers={"x-sandbox": x_sandbox},
            body={"urls": urls, "expand": expand, "options": options, "formats": formats},
        )

    def batches_get(
        self,
        *,
        batchId: str,
    ) -> Any:
        """Get the state of a batch.

        Counts over the exports of a batch, and each of them. `status` is queueing until the first one starts,
        then progress; once all have ended it is done, or error where none succeeded.

        batchId: The `batch_id` of the batch.
        """
        return self._call(
            "GET",
            f"/api/v1/batch-export/{self._quoted(batchId)}",
        )

    def exports_download(
        self,
        *,
        guid: str,
        format: str = UNSET,
        layout: Any = UNSET,
        partial: bool = UNSET,
        pseudonyms: Any = UNSET,
        pseudonym_dates: str = UNSET,
        without_texts: bool = UNSET,
    ) -> Any:
        """Download the file of an export.

        The file of a finished export. A stopped export gives what it had; a failed one does so with
        `partial`.

        guid: The `guid` of the export.

        format: Format of the file.

        layout: A preset or a layout. Left out: as the export says.

        partial: Of an export that failed: the file of what was fetched before.

        pseudonyms: A project of yours: authors, ids, links and mentions are replaced by keyed names, the same
        in all files of it.

        pseudonym_dates: With `pseudonyms`: how fine dates are.

        without_texts: With `pseudonyms`: without texts.
        """
        return self._call(
            "GET",
            f"/api/v3/job/{self._quoted(guid)}/download",
            query={"format": format, "layout": layout, "partial": partial, "pseudonyms": pseudonyms, "pseudonym_dates": pseudonym_dates, "without_texts": without_texts},
            is_file=True,
        )

    def exports_json(
        self,
        *,
        guid: str,
        partial: bool = UNSET,
    ) -> Any:
        """Get the rows of an export as JSON.

        A JSON list with one object for each row: our item schema, and beside it the names that existing
        readers use.

        guid: The `guid` of the export.

        partial: Of an export that failed: the file of what was fetched before.
        """
        return self._call(
            "GET",
            f"/api/v3/job/{self._quoted(guid)}/json",
            query={"partial": partial},
        )

    def exports_file(
        self,
        *,
        file: str,
        name: Any = UNSET,
    ) -> Any:
        """Fetch a file by its link.

        What `download_link` and `json_url` name. The name cannot be guessed, so no token is needed: whoever
        has the link may read the file.

        file: The last part of the link.

        name: What it is to be called where it is saved, without its ending. Default: as the link.
        """
        return self._call(
            "GET",
            f"/exports/{self._quoted(file)}",
            query={"name": name},
            is_file=True,
        )

    def exports_evidence(
        self,
        *,
        guid: str,
        partial: bool = UNSET,
        media: bool = UNSET,
        pseudonyms: Any = UNSET,
        pseudonym_dates: str = UNSET,
        without_texts: bool = UNSET,
    ) -> Any:
        """Get the evidence package of an export.

        A ZIP that proves what it holds: rows, query, times, ledger, receipt, citations, all under one root
        (SHA-256), and a checker that finds every changed byte. The owner gets the raw answers that were kept
        besides; with `pseudonyms` they are left out.

        guid: The `guid` of the export.

        partial: Of an export that failed: what was fetched before.

        media: The pictures and files of its rows too, where they were fetched; with `pseudonyms` they are
        left out.

        pseudonyms: A project of yours: authors, ids, links and mentions are replaced by keyed names, the same
        in all files of it.

        pseudonym_dates: With `pseudonyms`: how fine dates are.

        without_texts: With `pseudonyms`: without texts.
        """
        return self._call(
            "GET",
            f"/api/v1/exports/{self._quoted(guid)}/evidence",
            query={"partial": partial, "media": media, "pseudonyms": pseudonyms, "pseudonym_dates": pseudonym_dates, "without_texts": without_texts},
            is_file=True,
        )

    def exports_media(
        self,
        *,
        guid: str,
    ) -> Any:
        """Get the files of the rows of an export.

        A ZIP of what `options.media` fetched, under the names that rows have (`media[].file`): unpacked
        beside a file of the export, its links lead there.

        guid: The `guid` of the export.
        """
        return self._call(
            "GET",
            f"/api/v1/exports/{self._quoted(guid)}/media",
            is_file=True,
        )

    def exports_report(
        self,
        *,
        guid: str,
        keep_texts: bool = UNSET,
    ) -> Any:
        """Make a failure report of an export.

        For the owner alone: what the platform answered when the export failed, as a ZIP for whoever mends it.
        Cookies, tokens, ids of accounts, e-mail addresses, telephone numbers, names and texts of people are
        replaced. The answer says what is in it; nothing is written and nothing is sent.

        guid: The `guid` of the export.

        keep_texts: Texts that people wrote stay as they are; nothing else of them does.
        """
        return self._call(
            "GET",
            f"/api/v3/job/{self._quoted(guid)}/report",
            query={"keep_texts": keep_texts},
        )

    def conversions_options(
        self,
        *,
        guid: str,
        layout: Any = UNSET,
    ) -> Any:
        """List the file formats of an export.

        Every format that the plan has, and the link of each file that exists.

        guid: The `guid` of the export.

        layout: A preset or a layout. Left out: as the export says.
        """
        return self._call(
            "GET",
            f"/api/v1/jobs/{self._quoted(guid)}/downloadOptions",
            query={"layout": layout},
        )

    def conversions_start(
        self,
        *,
        guid: str,
        format: str = UNSET,
        layout: Any = UNSET,
        filter: Any = UNSET,
    ) -> Any:
        """Convert an export to another format.

        Writes a further file of what an export holds, in the background; nothing is fetched again. With
        `filter` the export is processed anew, and its files are replaced. How far the texts are judged is
        told by `job.convert.progress` and the `sentiment` of the job object. It ends in the event
        `job.convert.done` or `job.convert.failed`; the download options then have its link.

        guid: The `guid` of the export.

        format: Format of the file. Default: xlsx.

        layout: A preset or a layout. Left out: as the export says.

        filter: What is done with the items first: `sentiment` judges their tone; `language` says what they
        are written in where the platform does not, and with a list of ISO 639 codes leaves out those in other
        languages; true takes them in again. All files of the export are replaced then.
        """
        return self._call(
            "POST",
            f"/api/v1/jobs/{self._quoted(guid)}/download",
            body={"format": format, "layout": layout, "filter": filter},
        )

    def conversions_cancel(
        self,
        *,
        guid: str,
    ) -> Any:
        """Cancel the processing of an export.

        Ends what a `filter` began on an export that had ended, such as the judging of its texts. What was
        judged is kept, and goes on from there when it is asked for again; the files stay as they were. It
        ends in `job.convert.failed`. Where nothing is under way, nothing happens.

        guid: The `guid` of the export.
        """
        return self._call(
            "DELETE",
            f"/api/v1/jobs/{self._quoted(guid)}/download",
        )

    def sentiment_estimate(
        self,
        *,
        guid: str,
        provider: str = UNSET,
    ) -> Any:
        """Estimate what judging an export takes.

        Texts, tokens and cost of judging an export with the provider in use, or with another one, before
        anything is sent. Tokens are guessed from the length of texts; the cost comes from the prices that you
        set.

        guid: The `guid` of the export.

        provider: Default: the one in use.
        """
        return self._call(
            "GET",
            f"/api/v1/jobs/{self._quoted(guid)}/sentiment-estimate",
            query={"provider": provider},
        )

    def sentiment_providers(
        self,
    ) -> Any:
        """List sentiment providers.

        Who can judge the sentiment of texts, and who does: the one you chose, else the first with a key, else
        the built-in analyzer. Models on this machine judge only where you chose them. Keys are never shown.
        """
        return self._call(
            "GET",
            "/api/v1/sentiment-providers",
        )

    def sentiment_set(
        self,
        *,
        id: str,
        key: str = UNSET,
        base_url: str | None = UNSET,
        model: Any = UNSET,
        requests_per_minute: Any = UNSET,
        input_price: Any = UNSET,
        output_price: Any = UNSET,
    ) -> Any:
        """Set up a sentiment provider.

        Key, address, model and pace of a provider. What is left out stays; null goes back to the default. A
        key belongs to its address: a new `base_url` needs it again. `local-model` has an address on this
        machine and a model, no key; `neural-model` the id of a model alone (`commentdock neural-models`).
        Where it is in use, texts of exports that want sentiment are sent to this address.

        id: The provider: chat-completions, messages, natural-language, local-model, neural-model.

        key: API key. It goes to the vault and is never shown again.

        base_url: Address, up to the version: https, or http on this machine.

        model: Model of a language-model provider.

        requests_per_minute: Requests a minute at most.

        input_price: Price of a million tokens that it reads; of the cloud service: of a million units of
        1,000 characters, in your currency; for estimates only. Null: not known.

        output_price: Price of a million tokens that it writes, in your currency; for estimates only. Null:
        not known.
        """
        return self._call(
            "PATCH",
            f"/api/v1/sentiment-providers/{self._quoted(id)}",
            body={"key": key, "base_url": base_url, "model": model, "requests_per_minute": requests_per_minute, "input_price": input_price, "output_price": output_price},
        )

    def sentiment_remove(
        self,
        *,
        id: str,
    ) -> Any:
        """Forget a sentiment provider.

        Removes its key and goes back to its defaults. It is asked for nothing any more.

        id: The provider: chat-completions, messages, natural-language, local-model, neural-model.
        """
        return self._call(
            "DELETE",
            f"/api/v1/sentiment-providers/{self._quoted(id)}",
        )

    def sentiment_choose(
        self,
        *,
        id: str,
    ) -> Any:
        """Choose who judges sentiment.

        A provider with a key, or `local-model` or `neural-model` once its model is named; `built-in`: texts
        stay on this machine, whatever keys there are; `automatic`: the first with a key, else the built-in
        analyzer.

        id: One of: built-in, chat-completions, messages, natural-language, local-model, neural-model,
        automatic.
        """
        return self._call(
            "POST",
            f"/api/v1/sentiment-providers/{self._quoted(id)}/choose",
        )

    def sentiment_test(
        self,
        *,
        id: str,
    ) -> Any:
        """Try a sentiment provider.

        Has it judge one short sentence of ours, which may cost as much as one comment.

        id: The provider: chat-completions, messages, natural-language, local-model, neural-model.
        """
        return self._call(
            "POST",
            f"/api/v1/sentiment-providers/{self._quoted(id)}/test",
        )

    def sentiment_models(
        self,
    ) -> Any:
        """Find language models on this machine.

        Servers of language models that listen on this machine (Ollama, LM Studio, llama.cpp, vLLM, Jan and
        others that answer as they do), with their models. The ports of the setting
        COMMENTDOCK_LOCAL_MODEL_PORTS are looked at now, for five seconds at most; nothing looks at them
        unasked. `sentiment.set` of `local-model` takes one of them.
        """
        return self._call(
            "GET",
            "/api/v1/local-models",
        )

    def presets_list(
        self,
    ) -> Any:
        """List presets.

        Layouts of files that were saved under a name, in order of their names.
        """
        return self._call(
            "GET",
            "/api/v1/presets",
        )

    def presets_save(
        self,
        *,
        name: str,
        layout: dict[str, Any],
    ) -> Any:
        """Save a preset.

        Saves a layout of files under a name, in the place of one that has it already. The name is then taken
        wherever a `layout` is: by exports, batches and schedules (`options.layout`), conversions and
        downloads. Exports that are there already stay as they were told to be.

        name: The name of the preset.
        """
        return self._call(
            "PUT",
            f"/api/v1/presets/{self._quoted(name)}",
            body={"layout": layout},
        )

    def presets_delete(
        self,
        *,
        name: str,
    ) -> Any:
        """Delete a preset.

        Files and exports that were made by it stay as they are. A schedule that names it fails from then on,
        and says so.

        name: The name of the preset.
        """
        return self._call(
            "DELETE",
            f"/api/v1/presets/{self._quoted(name)}",
        )

    def pseudonyms_resolve(
        self,
        *,
        guid: str,
        project: str,
        name: str,
    ) -> Any:
        """Find what a pseudonym stands for.

        For the owner by hand alone: puts the stored rows under the names of the project once more, and tells
        whose or what the name is.

        guid: The `guid` of an export that has the name.

        project: The project.

        name: The pseudonym.
        """
        return self._call(
            "GET",
            f"/api/v1/exports/{self._quoted(guid)}/pseudonyms/{self._quoted(project)}/{self._quoted(name)}",
        )

    def bulk_create(
        self,
        *,
        guids: list[Any],
        merge: bool = UNSET,
        media: bool = UNSET,
        format: str = UNSET,
        without_duplicates: bool = UNSET,
        layout: Any = UNSET,
    ) -> Any:
        """Put several exports into one ZIP, or into one file.

        Assembles the files of finished exports into a ZIP archive, or with `format` all their rows into one
        file, in the background. Exports that are unknown or not done are skipped. Poll until `status` is
        ready or error.

        guids: The `guid` of each export; the `batch_id` of a batch stands for all of its exports.

        merge: One workbook of all rows too, with a column for where each row comes from.

        media: The pictures and files of their rows too, where they were fetched.

        format: In place of the ZIP one file of all rows in this format, each with platform, URL, title and
        guid of its export.

        without_duplicates: With `format`: of rows of one site that have the same id, only the first.

        layout: With `format`: a preset or a layout.
        """
        return self._call(
            "POST",
            "/api/v1/bulk-download",
            body={"guids": guids, "merge": merge, "media": media, "format": format, "without_duplicates": without_duplicates, "layout": layout},
        )

    def bulk_get(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Get the state of a bulk download.

        Whether the archive is ready. `downloadUrl` then needs no token: whoever has the link may read the
        archive.

        uuid: The `uuid` of the bulk download.
        """
        return self._call(
            "GET",
            f"/api/v1/bulk-download/{self._quoted(uuid)}",
        )

    def bulk_delete(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Delete a bulk download.

        Removes the archive. The exports in it stay as they are.

        uuid: The `uuid` of the bulk download.
        """
        return self._call(
            "DELETE",
            f"/api/v1/bulk-download/{self._quoted(uuid)}",
        )

    def bulk_download(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Download several exports.

        The archive, or the one file, once it is ready.

        uuid: The `uuid` of the bulk download.
        """
        return self._call(
            "GET",
            f"/api/v1/bulk-download/{self._quoted(uuid)}/download",
            is_file=True,
        )

    def winners_draw(
        self,
        *,
        guid: str,
        count: int = UNSET,
        require_mention: Any = UNSET,
        require_hashtag: Any = UNSET,
        require_text: Any = UNSET,
        dedupe_by_user: bool = UNSET,
        exclude_users: list[Any] = UNSET,
        exclude_replies: bool = UNSET,
        min_timestamp: Any = UNSET,
        max_timestamp: Any = UNSET,
        backups: int = UNSET,
        seed: Any = UNSET,
    ) -> Any:
        """Draw winners among the comments of an export.

        Draws at random among the items that pass the filters. The same entries and seed always give the same
        winners, and `proof` is what it takes to check the draw: entries stand by the SHA-256 of seed,
        `entries_sha256` and their id, a line each, and the first ones win. Nothing is changed.

        guid: The `guid` of the export.

        count: How many winners. Default: 1.

        require_mention: Only those that mention this account. `@` alone: any.

        require_hashtag: Only those with this hashtag. `#` alone: any.

        require_text: Only those with this text, upper and lower case alike.

        dedupe_by_user: One entry for each user, the first in the file. Default: true.

        exclude_users: User names, ids or names that take no part.

        exclude_replies: Without replies. Default: false.

        min_timestamp: Unix seconds: nothing older. Items without a date take part.

        max_timestamp: Unix seconds: nothing newer. Items without a date take part.

        backups: How many more, in case a winner drops out. Default: 0.

        seed: What decides the draw, such as a text announced beforehand. Default: a random one.
        """
        return self._call(
            "POST",
            f"/api/v1/exports/{self._quoted(guid)}/winners",
            body={"count": count, "require_mention": require_mention, "require_hashtag": require_hashtag, "require_text": require_text, "dedupe_by_user": dedupe_by_user, "exclude_users": exclude_users, "exclude_replies": exclude_replies, "min_timestamp": min_timestamp, "max_timestamp": max_timestamp, "backups": backups, "seed": seed},
        )

    def winners_keep(
        self,
        *,
        guid: str,
        count: int = UNSET,
        require_mention: Any = UNSET,
        require_hashtag: Any = UNSET,
        require_text: Any = UNSET,
        dedupe_by_user: bool = UNSET,
        exclude_users: list[Any] = UNSET,
        exclude_replies: bool = UNSET,
        min_timestamp: Any = UNSET,
        max_timestamp: Any = UNSET,
        backups: int = UNSET,
        seed: Any = UNSET,
    ) -> Any:
        """Draw winners, and keep the draw with the export.

        As `winners.draw`. The draw stays with the export as it came out, the last 20 of them, and goes with
        it.

        guid: The `guid` of the export.

        count: How many winners. Default: 1.

        require_mention: Only those that mention this account. `@` alone: any.

        require_hashtag: Only those with this hashtag. `#` alone: any.

        require_text: Only those with this text, upper and lower case alike.

        dedupe_by_user: One entry for each user, the first in the file. Default: true.

        exclude_users: User names, ids or names that take no part.

        exclude_replies: Without replies. Default: false.

        min_timestamp: Unix seconds: nothing older. Items without a date take part.

        max_timestamp: Unix seconds: nothing newer. Items without a date take part.

        backups: How many more, in case a winner drops out. Default: 0.

        seed: What decides the draw, such as a text announced beforehand. Default: a random one.
        """
        return self._call(
            "POST",
            f"/api/v1/exports/{self._quoted(guid)}/draws",
            body={"count": count, "require_mention": require_mention, "require_hashtag": require_hashtag, "require_text": require_text, "dedupe_by_user": dedupe_by_user, "exclude_users": exclude_users, "exclude_replies": exclude_replies, "min_timestamp": min_timestamp, "max_timestamp": max_timestamp, "backups": backups, "seed": seed},
        )

    def winners_list(
        self,
        *,
        guid: str,
    ) -> Any:
        """List the draws that were kept.

        The last draws of an export that were kept, the newest first, with their rules, winners and proofs.

        guid: The `guid` of the export.
        """
        return self._call(
            "GET",
            f"/api/v1/exports/{self._quoted(guid)}/draws",
        )

    def remarks_list(
        self,
        *,
        guid: str,
        page: int = UNSET,
        limit: int = UNSET,
    ) -> Any:
        """List stars, notes and tags of rows.

        What was said of rows of an export, the newest first, and how many rows have which tag.

        guid: The `guid` of the export.

        page: Counts from 1, the default.

        limit: Default 100, at most 100; more is lowered to that.
        """
        return self._call(
            "GET",
            f"/api/v1/exports/{self._quoted(guid)}/remarks",
            query={"page": page, "limit": limit},
        )

    def remarks_set(
        self,
        *,
        guid: str,
        ids: list[Any],
        starred: bool = UNSET,
        note: Any = UNSET,
        tags: Any = UNSET,
    ) -> Any:
        """Star, note or tag rows.

        Says something of rows of an export, by their `id`. What is left out stays; null, empty or false takes
        it away. It belongs to the list, so that each further export of it has it too, stands in
        `extra.remark` of a row, in columns of its own in files, and can be searched by. Files that exports of
        the list have are made anew when they are asked for.

        guid: The `guid` of the export.

        ids: The `id` of each row.

        starred: Whether they have a star.

        note: A note. Empty: none.

        tags: All of their tags. Empty: none.
        """
        return self._call(
            "PATCH",
            f"/api/v1/exports/{self._quoted(guid)}/remarks",
            body={"ids": ids, "starred": starred, "note": note, "tags": tags},
        )

    def exports_stats(
        self,
        *,
        guid: str,
        timezone: str = UNSET,
        bucket: str = UNSET,
    ) -> Any:
        """Statistics of an export.

        Counts of all that an export holds: over time, ratings, sentiment, languages, authors, words, emoji,
        depth of replies, who answers whom, media and likes. A stopped or failed export gives those of what it
        had. Nothing is fetched.

        guid: The `guid` of the export.

        timezone: Time zone of the days and hours, such as Europe/Berlin. Default: UTC.

        bucket: Count over time in these, or in coarser ones where dates are. Left out: as the range asks for.
        """
        return self._call(
            "GET",
            f"/api/v1/exports/{self._quoted(guid)}/stats",
            query={"timezone": timezone, "bucket": bucket},
        )

    def exports_search(
        self,
        *,
        guid: str,
        q: Any = UNSET,
        min_timestamp: float = UNSET,
        max_timestamp: float = UNSET,
        min_rating: float = UNSET,
        max_rating: float = UNSET,
        min_likes: float = UNSET,
        sentiment: list[Any] = UNSET,
        language: list[Any] = UNSET,
        has_media: bool = UNSET,
        has_replies: bool = UNSET,
        change: list[Any] = UNSET,
        author: Any = UNSET,
        min_depth: int = UNSET,
        max_depth: int = UNSET,
        starred: bool = UNSET,
        noted: bool = UNSET,
        tag: list[Any] = UNSET,
        sort: str = UNSET,
        limit: int = UNSET,
        cursor: Any = UNSET,
        offset: int = UNSET,
        top_level: bool = UNSET,
    ) -> Any:
        """Search in an export.

        Finds items by words in any script and by what they are like, page by page; `highlights` says where
        the words stand. What a filter asks of and an item does not say keeps it out. The first search of an
        export makes its index, which takes some seconds for a large one; `exports.index` tells how far that
        is. Queries: `great music` (both words), `"great music"`, `deliv*`, `cat OR dog`, `music NOT live`,
        `author:ann`, `title:` and `text:` alike. An export that runs gives all its rows so far by `offset`,
        in the order in which they came. Nothing is fetched.

        guid: The `guid` of the export.

        q: Words that must all be there, in text, title or author. `"a phrase"`, `begin*`, `NOT word`, `this
        OR that`, brackets, and `title:` or `author:` in front. Left out: all items.

        min_timestamp: Unix seconds: nothing older.

        max_timestamp: Unix seconds: nothing newer.

        min_rating: No lower rating.

        max_rating: No higher rating.

        min_likes: No fewer likes.

        sentiment: Only of these classes.

        language: Only in these languages, by their tags, such as en.

        has_media: True: only with media; false: only without.

        has_replies: True: only what was answered; false: only what was not.

        change: Of an incremental export: only what became this since the run before.

        author: Only by this author: user name, id or name.

        min_depth: No higher in its thread: 0 at the top, 1 a reply, 2 a reply to that.

        max_depth: No deeper in its thread.

        starred: True: only with your star; false: only without.

        noted: True: only with a note of yours; false: only without.

        tag: Only with one of these tags of yours.

        sort: Default: file, the order of the files.

        limit: Results of a page. Default 20, at most 100; more is lowered to that.

        cursor: `next_cursor` of the page before.

        offset: Results to skip, in place of `cursor`: for those who jump.

        top_level: True: without replies. With `offset` and nothing else: for those who show threads folded.
        """
        return self._call(
            "GET",
            f"/api/v1/exports/{self._quoted(guid)}/search",
            query={"q": q, "min_timestamp": min_timestamp, "max_timestamp": max_timestamp, "min_rating": min_rating, "max_rating": max_rating, "min_likes": min_likes, "sentiment": sentiment, "language": language, "has_media": has_media, "has_replies": has_replies, "change": change, "author": author, "min_depth": min_depth, "max_depth": max_depth, "starred": starred, "noted": noted, "tag": tag, "sort": sort, "limit": limit, "cursor": cursor, "offset": offset, "top_level": top_level},
        )

    def exports_index(
        self,
        *,
        guid: str,
    ) -> Any:
        """The search index of an export.

        Whether the index that searches use is there, and how far one that is being made is. It is made at the
        first search, made anew after the export changed, and goes with it.

        guid: The `guid` of the export.
        """
        return self._call(
            "GET",
            f"/api/v1/exports/{self._quoted(guid)}/search/index",
        )

    def exports_everywhere(
        self,
        *,
        q: Any = UNSET,
        limit: int = UNSET,
        cursor: Any = UNSET,
    ) -> Any:
        """Search in all exports.

        Finds words in the rows of all exports that are over: by export, the newest first, with the first rows
        of each. Queries are those of a search in one export. The words of an export are read at the first
        search after it ended; `pending` tells how many are still being read. A page may have fewer exports
        than `limit`, or none: go on with `next_cursor` until there is none. Of incremental runs of one
        address the last has all rows. Nothing is fetched.

        q: As in a search in one export. Left out: nothing is found, and what is missing is read.

        limit: Exports of a page. Default 20, at most 50; more is lowered to that.

        cursor: `next_cursor` of the page before.
        """
        return self._call(
            "GET",
            "/api/v1/search",
            query={"q": q, "limit": limit, "cursor": cursor},
        )

    def exports_digest(
        self,
        *,
        guid: str,
        q: Any = UNSET,
        min_timestamp: float = UNSET,
        max_timestamp: float = UNSET,
        min_rating: float = UNSET,
        max_rating: float = UNSET,
        min_likes: float = UNSET,
        sentiment: list[Any] = UNSET,
        language: list[Any] = UNSET,
        has_media: bool = UNSET,
        has_replies: bool = UNSET,
        change: list[Any] = UNSET,
        author: Any = UNSET,
        min_depth: int = UNSET,
        max_depth: int = UNSET,
        starred: bool = UNSET,
        noted: bool = UNSET,
        tag: list[Any] = UNSET,
        limit: int = UNSET,
    ) -> Any:
        """Topics, questions and a summary.

        The language model that you set up on this machine (`local-model`) reads rows and says what they speak
        of, what they ask, and what they say in all. Each finding names rows; what names none is left out.
        Rows are chosen as by a search, and evenly where there are more than `limit`. It takes up to four and
        a half minutes. Nothing leaves this machine, and nothing is kept.

        guid: The `guid` of the export.

        q: Only rows with these words, as a search takes them.

        min_timestamp: Unix seconds: nothing older.

        max_timestamp: Unix seconds: nothing newer.

        min_rating: No lower rating.

        max_rating: No higher rating.

        min_likes: No fewer likes.

        sentiment: Only of these classes.

        language: Only in these languages, by their tags, such as en.

        has_media: True: only with media; false: only without.

        has_replies: True: only what was answered; false: only what was not.

        change: Of an incremental export: only what became this since the run before.

        author: Only by this author: user name, id or name.

        min_depth: No higher in its thread: 0 at the top, 1 a reply, 2 a reply to that.

        max_depth: No deeper in its thread.

        starred: True: only with your star; false: only without.

        noted: True: only with a note of yours; false: only without.

        tag: Only with one of these tags of yours.

        limit: Rows that are read. Default 200, at most 1000; more is lowered to that.
        """
        return self._call(
            "POST",
            f"/api/v1/exports/{self._quoted(guid)}/digest",
            body={"q": q, "min_timestamp": min_timestamp, "max_timestamp": max_timestamp, "min_rating": min_rating, "max_rating": max_rating, "min_likes": min_likes, "sentiment": sentiment, "language": language, "has_media": has_media, "has_replies": has_replies, "change": change, "author": author, "min_depth": min_depth, "max_depth": max_depth, "starred": starred, "noted": noted, "tag": tag, "limit": limit},
        )

    def exports_rows(
        self,
        *,
        guid: str,
        cursor: Any = UNSET,
        limit: int = UNSET,
    ) -> Any:
        """Read the rows of an export as they come.

        Rows in reading order, also while the export runs: those before which nothing can come any more. Ask
        again with `next_cursor` until `is_complete`; no rows means none yet. Where all are judged or chosen
        by language at the end, they come then. Nothing is fetched.

        guid: The `guid` of the export.

        cursor: `next_cursor` of the answer before. Left out: from the beginning.

        limit: Rows of an answer. Default 100, at most 2000; more is lowered to that.
        """
        return self._call(
            "GET",
            f"/api/v1/exports/{self._quoted(guid)}/rows",
            query={"cursor": cursor, "limit": limit},
        )

    def exports_picture(
        self,
        *,
        guid: str,
        row: int = UNSET,
        picture: int = UNSET,
    ) -> Any:
        """Get a picture that an export names.

        That of its page (`page_picture`), of the author of a row, or of a row: the file that `options.media`
        fetched, else, where the preference `pictures` is on, as its host gives it now. Nothing is kept of the
        latter.

        guid: The `guid` of the export.

        row: Number of a row: the picture of its author. Left out: that of the page.

        picture: With `row`: which of its own pictures, from 1.
        """
        return self._call(
            "GET",
            f"/api/v1/exports/{self._quoted(guid)}/picture",
            query={"row": row, "picture": picture},
            is_file=True,
        )

    def exports_changes(
        self,
        *,
        guid: str,
        kind: list[Any] = UNSET,
        limit: int = UNSET,
        offset: int = UNSET,
    ) -> Any:
        """What an export found changed.

        Rows of an incremental export that are new, edited or gone since the one that it goes on with, when
        each was first and last seen, and what it said before.

        guid: The `guid` of the export.

        kind: Only these: new, edited, gone. Left out: all.

        limit: Rows of a page. Default 100, at most 1000; more is lowered to that.

        offset: Rows to skip.
        """
        return self._call(
            "GET",
            f"/api/v1/exports/{self._quoted(guid)}/changes",
            query={"kind": kind, "limit": limit, "offset": offset},
        )

    def exports_runs(
        self,
        *,
        guid: str,
    ) -> Any:
        """The runs of an address.

        Of an incremental export: all runs that share its rows, the oldest first, with how many rows were
        there, what became of them since the run before, and what they were rated and judged on average. None
        of any other export.

        guid: The `guid` of the export.
        """
        return self._call(
            "GET",
            f"/api/v1/exports/{self._quoted(guid)}/runs",
        )

    def vpn_locations(
        self,
        *,
        page: int = UNSET,
        limit: int = UNSET,
    ) -> Any:
        """List VPN locations.

        The routes that the owner has set up, by name. `options.vpn` of an export takes such a name.

        page: Counts from 1, the default.

        limit: Default 10, at most 30; more is lowered to that.
        """
        return self._call(
            "GET",
            "/api/public/vpn/locations",
            query={"page": page, "limit": limit},
        )

    def routes_create(
        self,
        *,
        name: str,
        code: str,
        url: str,
    ) -> Any:
        """Add a route.

        Stores a proxy as a VPN location. The names of routes are unique.

        name: What `options.vpn` of an export names it by.

        code: Country where it comes out: two letters of ISO 3166-1.

        url: The proxy: http, https, socks4 or socks5. User name and password go to the vault and are never
        shown again.
        """
        return self._call(
            "POST",
            "/api/v1/routes",
            body={"name": name, "code": code, "url": url},
        )

    def routes_list(
        self,
        *,
        page: int = UNSET,
        limit: int = UNSET,
    ) -> Any:
        """List routes.

        Routes in order of their names, without credentials.

        page: Counts from 1, the default.

        limit: Default 10, at most 30; more is lowered to that.
        """
        return self._call(
            "GET",
            "/api/v1/routes",
            query={"page": page, "limit": limit},
        )

    def routes_get(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Get a route.

        One route, without credentials.

        uuid: The `uuid` of the route.
        """
        return self._call(
            "GET",
            f"/api/v1/routes/{self._quoted(uuid)}",
        )

    def routes_update(
        self,
        *,
        uuid: str,
        name: str = UNSET,
        code: str = UNSET,
        url: str = UNSET,
    ) -> Any:
        """Change a route.

        What is left out stays. A new `url` replaces the credentials too.

        uuid: The `uuid` of the route.

        name: What `options.vpn` of an export names it by.

        code: Country where it comes out: two letters of ISO 3166-1.

        url: The proxy: http, https, socks4 or socks5. User name and password go to the vault and are never
        shown again.
        """
        return self._call(
            "PATCH",
            f"/api/v1/routes/{self._quoted(uuid)}",
            body={"name": name, "code": code, "url": url},
        )

    def routes_delete(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Delete a route.

        Removes the route and its credentials.

        uuid: The `uuid` of the route.
        """
        return self._call(
            "DELETE",
            f"/api/v1/routes/{self._quoted(uuid)}",
        )

    def pools_create(
        self,
        *,
        name: str,
        proxies: list[Any],
    ) -> Any:
        """Add a proxy pool.

        Stores a list of proxies under a name. Passwords go to the vault and are never shown again.

        name: A name to know it by.

        proxies: The proxies. Exports begin with them by turns; one that is blocked, or whose proxy is down,
        goes on with the next.
        """
        return self._call(
            "POST",
            "/api/v1/proxies",
            body={"name": name, "proxies": proxies},
        )

    def pools_list(
        self,
        *,
        page: int = UNSET,
        limit: int = UNSET,
    ) -> Any:
        """List proxy pools.

        Pools, newest first, without passwords.

        page: Counts from 1, the default.

        limit: Default 10, at most 30; more is lowered to that.
        """
        return self._call(
            "GET",
            "/api/v1/proxies",
            query={"page": page, "limit": limit},
        )

    def pools_get(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Get a proxy pool.

        One pool, without passwords.

        uuid: The `uuid` of the pool.
        """
        return self._call(
            "GET",
            f"/api/v1/proxies/{self._quoted(uuid)}",
        )

    def pools_delete(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Delete a proxy pool.

        Removes the pool and its passwords.

        uuid: The `uuid` of the pool.
        """
        return self._call(
            "DELETE",
            f"/api/v1/proxies/{self._quoted(uuid)}",
        )

    def routes_import(
        self,
        *,
        list: str,
        name: str = UNSET,
        code: str = UNSET,
        type: str = UNSET,
    ) -> Any:
        """Import routes from a list.

        Adds a route for every proxy of a list: one proxy in a line as protocol://user:password@host:port,
        user:password@host:port, host:port:user:password or host:port; or a provider's CSV. All are added, or
        none where a line cannot be read.

        list: The list: one proxy in a line as protocol://user:password@host:port, user:password@host:port,
        host:port:user:password or host:port; or a provider's CSV whose first line names its columns.

        name: Routes are named after it and numbered where the list has no names. Default: their country.

        code: Country of lines that name none: two letters of ISO 3166-1.

        type: Protocol of lines that name none.
        """
        return self._call(
            "POST",
            "/api/v1/routes/import",
            body={"list": list, "name": name, "code": code, "type": type},
        )

    def pools_import(
        self,
        *,
        name: str,
        list: str,
        type: str = UNSET,
    ) -> Any:
        """Import a proxy pool from a list.

        Stores the proxies of a list as a pool: one proxy in a line as protocol://user:password@host:port,
        user:password@host:port, host:port:user:password or host:port; or a provider's CSV. Refused where a
        line cannot be read.

        name: A name to know it by.

        list: The list: one proxy in a line as protocol://user:password@host:port, user:password@host:port,
        host:port:user:password or host:port; or a provider's CSV whose first line names its columns.

        type: Protocol of lines that name none.
        """
        return self._call(
            "POST",
            "/api/v1/proxies/import",
            body={"name": name, "list": list, "type": type},
        )

    def routes_check(
        self,
        *,
        name: str = UNSET,
    ) -> Any:
        """Check routes.

        Looks whether the proxies of routes work, and how fast. Where the setting COMMENTDOCK_ROUTE_CHECK_URL
        names an address it is asked through the proxy, and the country where that comes out is noted; else
        only the proxy itself is connected to.

        name: Name of one route. Default: all of them.
        """
        return self._call(
            "POST",
            "/api/v1/routes/check",
            body={"name": name},
        )

    def pools_check(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Check a proxy pool.

        Looks whether the proxies of a pool work, and how fast. Where the setting COMMENTDOCK_ROUTE_CHECK_URL
        names an address it is asked through the proxy, and the country where that comes out is noted; else
        only the proxy itself is connected to.

        uuid: The `uuid` of the pool.
        """
        return self._call(
            "POST",
            f"/api/v1/proxies/{self._quoted(uuid)}/check",
        )

    def accounts_list(
        self,
    ) -> Any:
        """List saved accounts.

        Accounts at platforms, by platform; the first of a platform is its default. Without the values of
        cookies.
        """
        return self._call(
            "GET",
            "/api/v1/accounts",
        )

    def accounts_save(
        self,
        *,
        platform: str,
        cookies: Any,
        name: str = UNSET,
        user_agent: str = UNSET,
        source: str = UNSET,
    ) -> Any:
        """Save an account.

        Keeps the cookies of a session at a platform. Exports of that platform use it from then on, unless
        they bring cookies of their own or refuse it by `options.account`. An account of the same name is
        replaced.

        platform: Id of the platform, as `commentdock platforms` lists it.

        cookies: The cookies of a session that is logged in, as text in any known form (Netscape cookies.txt,
        JSON of a cookie extension, a cookie header), or by name. Cookies of other sites are left out. They go
        to the vault and are never shown again.

        name: A name, where there are several. Default: main.

        user_agent: User agent of the browser that the cookies were made in (`navigator.userAgent` in its
        console): every request that carries them carries it. Default: that of the browser on this machine.

        source: `login`: from a window that was opened for that.
        """
        return self._call(
            "POST",
            "/api/v1/accounts",
            body={"platform": platform, "cookies": cookies, "name": name, "user_agent": user_agent, "source": source},
        )

    def accounts_import(
        self,
        *,
        platform: str,
        browser: str = UNSET,
        profile: str = UNSET,
        name: str = UNSET,
        user_agent: str = UNSET,
    ) -> Any:
        """Save an account from a browser.

        Takes over the session that a browser on this machine has at a platform. Only the cookies of the
        platform are taken, from a copy of the database. For the owner alone: API tokens may not.

        platform: Id of the platform, as `commentdock platforms` lists it.

        browser: Which browser. Default: the first one that has cookies of the platform.

        profile: Which profile of it. Default: the one that was used last.

        name: A name, where there are several. Default: main.

        user_agent: User agent of the browser. Default: as its version and this system have it.
        """
        return self._call(
            "POST",
            "/api/v1/accounts/import",
            body={"platform": platform, "browser": browser, "profile": profile, "name": name, "user_agent": user_agent},
        )

    def accounts_browsers(
        self,
    ) -> Any:
        """List browsers to import from.

        Browsers on this machine and their profiles, each with what keeps its cookies from being read, if
        anything does. For the owner alone: API tokens may not.
        """
        return self._call(
            "GET",
            "/api/v1/accounts/browsers",
        )

    def accounts_delete(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Remove an account.

        Forgets an account, its cookies, and what windows of the platform kept for it. The session itself
        stays open at the platform until you log out there.

        uuid: The `uuid` of the account.
        """
        return self._call(
            "DELETE",
            f"/api/v1/accounts/{self._quoted(uuid)}",
        )

    def platforms_list(
        self,
    ) -> Any:
        """List platforms.

        Every supported platform with the URLs it takes, the options that have an effect, and what it exports.
        """
        return self._call(
            "GET",
            "/api/public/platforms",
        )

    def platforms_detect(
        self,
        *,
        url: str,
    ) -> Any:
        """Recognise a URL.

        Tells which platform a URL belongs to and what can be exported from it, without asking the platform.

        url: A URL as copied from the browser.
        """
        return self._call(
            "GET",
            "/api/public/platforms/detect",
            query={"url": url},
        )

    def platforms_waits(
        self,
    ) -> Any:
        """List sites that asked to wait.

        Hosts that refused us for a while (429, Retry-After), and until when. Exports that ask them wait so
        long, or fail where that is too long.
        """
        return self._call(
            "GET",
            "/api/v1/platforms/waits",
        )

    def platforms_learnt(
        self,
        *,
        platform: str = UNSET,
    ) -> Any:
        """List what exports learnt of sites.

        Ids of calls, public keys and switches that exports read in pages of the sites themselves, where those
        that are built in work no longer. All exports of a platform try them first, and forget what works no
        longer. Nothing of a visitor or an account is among them.

        platform: Id of a platform, as `commentdock platforms` lists it. Default: all of them.
        """
        return self._call(
            "GET",
            "/api/v1/platforms/learnt",
            query={"platform": platform},
        )

    def platforms_forget(
        self,
        *,
        platform: str = UNSET,
    ) -> Any:
        """Forget what exports learnt of sites.

        The next export begins with what is built in, and reads the pages again where that works no longer.

        platform: Id of a platform, as `commentdock platforms` lists it. Default: all of them.
        """
        return self._call(
            "DELETE",
            "/api/v1/platforms/learnt",
            query={"platform": platform},
        )

    def platforms_check(
        self,
        *,
        platforms: list[Any] = UNSET,
    ) -> Any:
        """Check whether platforms work today.

        Asks each platform for a few items of its public examples, from this machine and at the pace of
        exports, and keeps what it found. Several are asked side by side, each for 50 s at most. Leaves no
        export behind and counts against no limit of the plan. It answers at once: `GET
        /api/v1/platforms/checks` says how far it is.

        platforms: Their ids; all where it is left out or empty.
        """
        return self._call(
            "POST",
            "/api/v1/platforms/checks",
            body={"platforms": platforms},
        )

    def platforms_checks(
        self,
    ) -> Any:
        """Last checks of platforms.

        What the last check and the last export of each platform came to, and when it was last seen to work on
        this machine.
        """
        return self._call(
            "GET",
            "/api/v1/platforms/checks",
        )

    def platforms_uncheck(
        self,
    ) -> Any:
        """End checks of platforms.

        Ends those that run and forgets those that wait. What was found by then is kept.
        """
        return self._call(
            "DELETE",
            "/api/v1/platforms/checks",
        )

    def packs_list(
        self,
    ) -> Any:
        """What platforms are used from.

        Every platform with the version and origin in use, what a roll-back leads to, and the packs that were
        put aside.
        """
        return self._call(
            "GET",
            "/api/v1/packs",
        )

    def packs_update(
        self,
        *,
        pack: str = UNSET,
        address: str = UNSET,
        allow_older: bool = UNSET,
    ) -> Any:
        """Take a pack of platforms.

        Looks at its form, its signature, its range and its version, and runs its laws; then exports that
        start afterwards use it. Without a pack and an address, the address of the settings is asked.

        pack: The file, in base64.

        address: An https address of the public internet.

        allow_older: Take it although what is in use is newer.
        """
        return self._call(
            "POST",
            "/api/v1/packs",
            body={"pack": pack, "address": address, "allow_older": allow_older},
        )

    def packs_rollback(
        self,
        *,
        id: str,
    ) -> Any:
        """Go back from a pack.

        Exports of the platform that start afterwards use the pack before, else the built-in one. The pack
        does not come back by itself.

        id: Id of the platform.
        """
        return self._call(
            "POST",
            f"/api/v1/packs/rollback/{self._quoted(id)}",
        )

    def packs_keys(
        self,
    ) -> Any:
        """Keys that packs may be signed by.

        Those that are built in, and those that the owner trusts.
        """
        return self._call(
            "GET",
            "/api/v1/packs/keys",
        )

    def packs_trust(
        self,
        *,
        key: str,
    ) -> Any:
        """Trust a key.

        Packs that it signed are taken from now on. Their code reads what your exports read: trust only whom
        you know.

        key: A public Ed25519 key, as 64 hexadecimal digits.
        """
        return self._call(
            "POST",
            "/api/v1/packs/keys",
            body={"key": key},
        )

    def packs_distrust(
        self,
        *,
        key: str,
    ) -> Any:
        """Trust a key no more.

        Packs that it signed go out of use: exports that start afterwards use what was before them.

        key: A public Ed25519 key, as 64 hexadecimal digits.
        """
        return self._call(
            "DELETE",
            f"/api/v1/packs/keys/{self._quoted(key)}",
        )

    def packs_updates(
        self,
    ) -> Any:
        """Whether packs are looked for.

        Whether new packs are looked for by themselves, and where. Nobody is asked before the owner wants it.
        """
        return self._call(
            "GET",
            "/api/v1/packs/updates",
        )

    def packs_choose(
        self,
        *,
        daily: bool = UNSET,
        address: Any = UNSET,
    ) -> Any:
        """Choose whether packs are looked for.

        What is left out stays. Nothing is sent that tells who asks. A pack that was put aside does not come
        back by itself.

        daily: Ask the address once a day.

        address: An https address; null: none.
        """
        return self._call(
            "PATCH",
            "/api/v1/packs/updates",
            body={"daily": daily, "address": address},
        )

    def tokens_generate(
        self,
        *,
        name: str = UNSET,
        expiresInDays: int = UNSET,
    ) -> Any:
        """Generate an API token.

        Makes a token that is valid for one year, or for fewer days. Its value is read with the list or
        retrieve operation.

        name: A name to know it by.

        expiresInDays: For so many days. Default: one year.
        """
        return self._call(
            "POST",
            "/api/v1/api_tokens/generate",
            body={"name": name, "expiresInDays": expiresInDays},
        )

    def tokens_list(
        self,
        *,
        page: int = UNSET,
        limit: int = UNSET,
    ) -> Any:
        """List API tokens.

        Tokens, newest first, with their values where the request comes from this machine.

        page: Counts from 1, the default.

        limit: Default 30, at most 30; more is lowered to that.
        """
        return self._call(
            "GET",
            "/api/v1/api_tokens",
            query={"page": page, "limit": limit},
        )

    def tokens_get(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Get an API token.

        One token, with its value where the request comes from this machine.

        uuid: The `uuid` of the token.
        """
        return self._call(
            "GET",
            f"/api/v1/api_tokens/{self._quoted(uuid)}",
        )

    def tokens_delete(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Revoke an API token.

        Removes the token for good. Requests with it are refused at once.

        uuid: The `uuid` of the token.
        """
        return self._call(
            "DELETE",
            f"/api/v1/api_tokens/{self._quoted(uuid)}",
        )

    def signin_code(
        self,
    ) -> Any:
        """Make a one-time code to sign in with.

        Makes a code that signs a browser in at /login, or opens the window by its link: once, within ten
        minutes. For the owner alone: the command line and the desktop window show it, API tokens get none.
        """
        return self._call(
            "POST",
            "/api/v1/login-code",
        )

    def signin_leave(
        self,
    ) -> Any:
        """Sign this window out.

        Ends the pass of the window that asks. Its browser is let in again by a new one-time link only.
        """
        return self._call(
            "POST",
            "/api/v1/window/leave",
        )

    def signin_invite(
        self,
        *,
        name: str,
        hours: int = UNSET,
        member: str = UNSET,
    ) -> Any:
        """Make an invitation.

        Makes a link that opens the window in one browser, once, within some hours. It is shown now and never
        again. Until the invitation is revoked, whoever uses it may do all that the owner may, or the
        `member`.

        name: Whom it is for.

        hours: It works for so many hours. Default: 24.

        member: Whose window it opens: a `uuid`. Default: the owner.
        """
        return self._call(
            "POST",
            "/api/v1/invitations",
            body={"name": name, "hours": hours, "member": member},
        )

    def signin_invitations(
        self,
        *,
        page: int = UNSET,
        limit: int = UNSET,
    ) -> Any:
        """List invitations.

        Those that can still be used, and those whose browser is let in; the newest first. None shows its
        link.

        page: Counts from 1, the default.

        limit: Default 30, at most 30; more is lowered to that.
        """
        return self._call(
            "GET",
            "/api/v1/invitations",
            query={"page": page, "limit": limit},
        )

    def signin_revoke(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Revoke an invitation.

        Its link works no more, and the browser that it let in is signed out.

        uuid: The `uuid` of the invitation.
        """
        return self._call(
            "DELETE",
            f"/api/v1/invitations/{self._quoted(uuid)}",
        )

    def account_ping(
        self,
    ) -> Any:
        """Check the token.

        Answers when the service is up and the token is valid.
        """
        return self._call(
            "GET",
            "/api/v1/ping",
        )

    def account_usage(
        self,
    ) -> Any:
        """What the plan allows and what is used.

        Whether the plan in use has API access, its limits, what of them is used, its platforms, and what
        business would add to premium.
        """
        return self._call(
            "GET",
            "/api/v1/api-usage",
        )

    def account_profile(
        self,
    ) -> Any:
        """Who the owner is, and on which plan.

        The owner of the data folder. Never holds a secret.
        """
        return self._call(
            "GET",
            "/api/v1/user/profile",
        )

    def account_switch(
        self,
        *,
        plan: str,
    ) -> Any:
        """Switch the plan.

        Puts another plan in force at once, for every token: its limits, platforms and formats. Exports that
        exist keep the plan they were created under. Announces `subscription.updated` where the plan is
        another one than before.

        plan: The plan to use from now on.
        """
        return self._call(
            "PATCH",
            "/api/v1/user/profile",
            body={"plan": plan},
        )

    def account_quota(
        self,
    ) -> Any:
        """What is left of the limits.

        For each limit on new exports: how many it allows, how many are used and left, and after how many
        seconds one more passes.
        """
        return self._call(
            "GET",
            "/api/v1/user/quota",
        )

    def account_limits(
        self,
    ) -> Any:
        """The limits of the plan.

        Every limit of the plan in use. Null where there is none.
        """
        return self._call(
            "GET",
            "/api/v1/user/limits",
        )

    def webhooks_create(
        self,
        *,
        url: str,
        events: list[Any],
        signingSecret: str,
        enabled: bool = UNSET,
    ) -> Any:
        """Add a webhook.

        Sends a signed message to `url` for each of `events`. `X-Signature` is the hexadecimal HMAC-SHA256 of
        the raw body under `signingSecret`; the headers of Standard Webhooks come too. The address that the
        name leads to is checked with each delivery.

        url: Where messages go: an https address on the internet.

        events: What it is told of.

        signingSecret: Key of the signatures. Never shown again.

        enabled: False: nothing is sent.
        """
        return self._call(
            "POST",
            "/api/v1/webhooks",
            body={"url": url, "events": events, "signingSecret": signingSecret, "enabled": enabled},
        )

    def webhooks_list(
        self,
        *,
        page: int = UNSET,
        limit: int = UNSET,
        query: str = UNSET,
    ) -> Any:
        """List webhooks.

        Webhooks, newest first. A page with fewer entries than `limit` is the last one.

        page: Counts from 1, the default.

        limit: Default 10, at most 30; more is lowered to that.

        query: Only those with this text in their URL.
        """
        return self._call(
            "GET",
            "/api/v1/webhooks",
            query={"page": page, "limit": limit, "query": query},
        )

    def webhooks_summary(
        self,
    ) -> Any:
        """Sum up deliveries.

        How many webhooks there are, and how the deliveries to them went.
        """
        return self._call(
            "GET",
            "/api/v1/webhooks/summary",
        )

    def webhooks_get(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Get a webhook.

        One webhook and whether it is enabled, disabled or suspended.

        uuid: The `uuid` of the webhook.
        """
        return self._call(
            "GET",
            f"/api/v1/webhooks/{self._quoted(uuid)}",
        )

    def webhooks_update(
        self,
        *,
        uuid: str,
        url: str = UNSET,
        events: list[Any] = UNSET,
        signingSecret: str = UNSET,
        enabled: bool = UNSET,
    ) -> Any:
        """Change a webhook.

        What is left out stays. Enabling a suspended webhook makes its failures forgotten; what was waiting is
        sent.

        uuid: The `uuid` of the webhook.

        url: Where messages go: an https address on the internet.

        events: What it is told of.

        signingSecret: Key of the signatures. Never shown again.

        enabled: False: nothing is sent.
        """
        return self._call(
            "PATCH",
            f"/api/v1/webhooks/{self._quoted(uuid)}",
            body={"url": url, "events": events, "signingSecret": signingSecret, "enabled": enabled},
        )

    def webhooks_delete(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Delete a webhook.

        Removes the webhook, its secret and its whole event history.

        uuid: The `uuid` of the webhook.
        """
        return self._call(
            "DELETE",
            f"/api/v1/webhooks/{self._quoted(uuid)}",
        )

    def webhooks_toggle(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Switch a webhook on or off.

        Disables an enabled webhook; enables a disabled or suspended one, and forgets its failures.

        uuid: The `uuid` of the webhook.
        """
        return self._call(
            "PATCH",
            f"/api/v1/webhooks/{self._quoted(uuid)}/toggle",
        )

    def webhooks_events(
        self,
        *,
        page: int = UNSET,
        limit: int = UNSET,
        webhook_uuid: str = UNSET,
        event: str = UNSET,
        message_id: str = UNSET,
    ) -> Any:
        """List deliveries.

        What webhooks were sent or are to be sent, newest first, and how it went.

        page: Counts from 1, the default.

        limit: Default 10, at most 30; more is lowered to that.

        webhook_uuid: Only those of this webhook.

        event: Only those of this event.

        message_id: Only those of this message.
        """
        return self._call(
            "GET",
            "/api/v1/webhooks/events",
            query={"page": page, "limit": limit, "webhook.uuid": webhook_uuid, "event": event, "message_id": message_id},
        )

    def webhooks_resend(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Send a delivery again.

        Queues the same body under the same message id once more, at most 10 times a minute for each webhook.

        uuid: The `uuid` of the delivery record.
        """
        return self._call(
            "POST",
            f"/api/v1/webhooks/events/{self._quoted(uuid)}/resend",
        )

    def webhooks_test(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Test a webhook.

        Sends a signed sample of the first of its events at once, and answers how that went. The body carries
        `test: true`. A failed test is not tried again, but counts as a failure.

        uuid: The `uuid` of the webhook.
        """
        return self._call(
            "POST",
            f"/api/v1/webhooks/{self._quoted(uuid)}/test",
        )

    def zapier_check(
        self,
    ) -> Any:
        """Check the token of an automation.

        For no-code automation: answers whose data the token opens.
        """
        return self._call(
            "GET",
            "/api/v1/zapier/auth/test",
        )

    def zapier_subscribe(
        self,
        *,
        url: str,
        event: str,
    ) -> Any:
        """Subscribe an automation.

        For no-code automation: a webhook for one event, with a signing secret of its own. `id` is its `uuid`
        among the webhooks.

        url: Where the automation listens.

        event: What triggers the automation.
        """
        return self._call(
            "POST",
            "/api/v1/zapier/webhooks",
            body={"url": url, "event": event},
        )

    def zapier_unsubscribe(
        self,
        *,
        id: str,
    ) -> Any:
        """Unsubscribe an automation.

        For no-code automation: deletes the webhook.

        id: As answered when it was subscribed.
        """
        return self._call(
            "DELETE",
            f"/api/v1/zapier/webhooks/{self._quoted(id)}",
        )

    def zapier_sample(
        self,
        *,
        event: str,
    ) -> Any:
        """Show an automation a sample.

        For no-code automation: a list with one made-up message of the event, in the shape that webhooks get.

        event: What triggers the automation.
        """
        return self._call(
            "GET",
            f"/api/v1/zapier/events/{self._quoted(event)}/sample",
        )

    def schedules_create(
        self,
        *,
        url: str,
        name: Any = UNSET,
        frequency: Any = UNSET,
        cron: Any = UNSET,
        timezone: str = UNSET,
        anchorAt: str = UNSET,
        options: Any = UNSET,
        incremental: bool = UNSET,
    ) -> Any:
        """Schedule an export.

        Exports a URL again and again while the service runs. Give either `frequency` or `cron`. Due times
        that pass while the machine sleeps or the service is closed are made up for by one run. Runs of a
        schedule that a token made count towards the daily limit of the plan.

        url: What each run exports, as copied from the browser.

        name: To know it by.

        frequency: How often it runs, at the time of day (hourly: minute; weekly: weekday; monthly: day) of
        `anchorAt`, or when this was said. Monthly runs of a 29th, 30th or 31st come on the last day. Hourly:
        business only.

        cron: Instead of `frequency`: minute, hour, day of month, month, day of week. Business only.

        timezone: IANA name of the time zone that the times are in; UTC without it.

        anchorAt: An instant, past or to come, whose minute, time of day, weekday or day in `timezone` the
        runs of a `frequency` keep. Default: now.

        options: Options of each export. Cookies are kept in the vault and never shown.

        incremental: Each run builds on the last: it reads what is new, merges it by id into one dataset, and
        tells new, edited and gone rows.
        """
        return self._call(
            "POST",
            "/api/v1/schedules",
            body={"url": url, "name": name, "frequency": frequency, "cron": cron, "timezone": timezone, "anchorAt": anchorAt, "options": options, "incremental": incremental},
        )

    def schedules_list(
        self,
        *,
        page: int = UNSET,
        limit: int = UNSET,
    ) -> Any:
        """List schedules.

        Schedules, newest first. A page with fewer entries than `limit` is the last one.

        page: Counts from 1, the default.

        limit: Default 30, at most 30; more is lowered to that.
        """
        return self._call(
            "GET",
            "/api/v1/schedules",
            query={"page": page, "limit": limit},
        )

    def schedules_get(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Get a schedule.

        One schedule: when it last ran, when it runs next, and how many due times it missed.

        uuid: The `uuid` of the schedule.
        """
        return self._call(
            "GET",
            f"/api/v1/schedules/{self._quoted(uuid)}",
        )

    def schedules_replace(
        self,
        *,
        uuid: str,
        url: str,
        name: Any = UNSET,
        frequency: Any = UNSET,
        cron: Any = UNSET,
        timezone: str = UNSET,
        anchorAt: str = UNSET,
        options: Any = UNSET,
        incremental: bool = UNSET,
    ) -> Any:
        """Replace a schedule.

        Everything about the schedule is said anew; what is left out is as on creation. It stays paused where
        it is, and keeps its counts.

        uuid: The `uuid` of the schedule.

        url: What each run exports, as copied from the browser.

        name: To know it by.

        frequency: How often it runs, at the time of day (hourly: minute; weekly: weekday; monthly: day) of
        `anchorAt`, or when this was said. Monthly runs of a 29th, 30th or 31st come on the last day. Hourly:
        business only.

        cron: Instead of `frequency`: minute, hour, day of month, month, day of week. Business only.

        timezone: IANA name of the time zone that the times are in; UTC without it.

        anchorAt: An instant, past or to come, whose minute, time of day, weekday or day in `timezone` the
        runs of a `frequency` keep. Default: now.

        options: Options of each export. Cookies are kept in the vault and never shown.

        incremental: Each run builds on the last: it reads what is new, merges it by id into one dataset, and
        tells new, edited and gone rows.
        """
        return self._call(
            "PUT",
            f"/api/v1/schedules/{self._quoted(uuid)}",
            body={"url": url, "name": name, "frequency": frequency, "cron": cron, "timezone": timezone, "anchorAt": anchorAt, "options": options, "incremental": incremental},
        )

    def schedules_update(
        self,
        *,
        uuid: str,
        url: str = UNSET,
        name: Any = UNSET,
        frequency: Any = UNSET,
        cron: Any = UNSET,
        timezone: str = UNSET,
        anchorAt: str = UNSET,
        options: Any = UNSET,
        incremental: bool = UNSET,
    ) -> Any:
        """Change a schedule.

        What is left out stays. `options` are replaced as a whole.

        uuid: The `uuid` of the schedule.

        url: What each run exports, as copied from the browser.

        name: To know it by.

        frequency: How often it runs, at the time of day (hourly: minute; weekly: weekday; monthly: day) of
        `anchorAt`, or when this was said. Monthly runs of a 29th, 30th or 31st come on the last day. Hourly:
        business only.

        cron: Instead of `frequency`: minute, hour, day of month, month, day of week. Business only.

        timezone: IANA name of the time zone that the times are in; UTC without it.

        anchorAt: An instant, past or to come, whose minute, time of day, weekday or day in `timezone` the
        runs of a `frequency` keep. Default: now.

        options: Options of each export. Cookies are kept in the vault and never shown.

        incremental: Each run builds on the last: it reads what is new, merges it by id into one dataset, and
        tells new, edited and gone rows.
        """
        return self._call(
            "PATCH",
            f"/api/v1/schedules/{self._quoted(uuid)}",
            body={"url": url, "name": name, "frequency": frequency, "cron": cron, "timezone": timezone, "anchorAt": anchorAt, "options": options, "incremental": incremental},
        )

    def schedules_delete(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Delete a schedule.

        It runs no more. Its exports stay.

        uuid: The `uuid` of the schedule.
        """
        return self._call(
            "DELETE",
            f"/api/v1/schedules/{self._quoted(uuid)}",
        )

    def schedules_run(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Run a schedule now.

        Starts an export at once, besides the due times; a paused schedule can be run too. Refused while the
        last run is not over. Counts towards the limits as any export.

        uuid: The `uuid` of the schedule.
        """
        return self._call(
            "POST",
            f"/api/v1/schedules/{self._quoted(uuid)}/run-now",
        )

    def schedules_pause(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Pause a schedule.

        It does not run until it is resumed, and misses nothing meanwhile. An export that runs goes on.

        uuid: The `uuid` of the schedule.
        """
        return self._call(
            "POST",
            f"/api/v1/schedules/{self._quoted(uuid)}/pause",
        )

    def schedules_resume(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Resume a schedule.

        It runs again from its next due time on. Changes nothing where it is active.

        uuid: The `uuid` of the schedule.
        """
        return self._call(
            "POST",
            f"/api/v1/schedules/{self._quoted(uuid)}/resume",
        )

    def realtime_token(
        self,
    ) -> Any:
        """Get a token for the realtime connection.

        A JWT that opens the WebSocket at `/connection/websocket`, where events of exports, webhooks and the
        account arrive. Valid for a day, or as COMMENTDOCK_REALTIME_TTL says; fetch another one when the
        client asks for it.
        """
        return self._call(
            "POST",
            "/api/public/auth/socket",
        )

    def assistants_setup(
        self,
    ) -> Any:
        """How assistants reach this service.

        The command that an assistant on this machine starts, with absolute paths, and the address of the same
        tools over HTTP. Both take an API token.
        """
        return self._call(
            "GET",
            "/api/v1/assistants/setup",
        )

    def assistants_clients(
        self,
    ) -> Any:
        """List allowed clients.

        The OAuth clients that the owner allowed something. Programs with an API token are not among them.
        """
        return self._call(
            "GET",
            "/api/v1/assistants/clients",
        )

    def assistants_revoke(
        self,
        *,
        client_id: str,
    ) -> Any:
        """Take back what a client was allowed.

        Ends all tokens of an OAuth client at once. Nothing happens where it holds none.

        client_id: The `client_id` of the client.
        """
        return self._call(
            "POST",
            "/api/v1/assistants/clients/revoke",
            body={"client_id": client_id},
        )

    def service_health(
        self,
    ) -> Any:
        """Is the service up.

        Answers without a token as soon as the service is up.
        """
        return self._call(
            "GET",
            "/health",
        )

    def service_describe(
        self,
    ) -> Any:
        """Describe the service and its machine.

        Version, data folder with the sizes of its parts, what a look at the machine found, and every setting
        in force.
        """
        return self._call(
            "GET",
            "/api/v1/service",
        )

    def service_diagnostics(
        self,
    ) -> Any:
        """Put diagnostics together.

        What helps to find a fault, to be looked into and sent by hand: the description of the service,
        numbers of what is saved, and how the last exports went. Without addresses, texts, names, cookies,
        keys and passwords. Nothing is sent anywhere.
        """
        return self._call(
            "GET",
            "/api/v1/service/diagnostics",
        )

    def browser_get(
        self,
    ) -> Any:
        """Which browser is used.

        The browser for platforms that answer nothing else, and how far the download of one is.
        """
        return self._call(
            "GET",
            "/api/v1/browser",
        )

    def browser_install(
        self,
    ) -> Any:
        """Download a browser.

        Starts to download Chromium for Commentdock alone, some 170 MB; `GET /api/v1/browser` tells how far it
        is. Nothing happens while that runs.
        """
        return self._call(
            "POST",
            "/api/v1/browser/install",
        )

    def preferences_get(
        self,
    ) -> Any:
        """Preferences of the owner.

        What can be chosen while the service runs, besides the plan.
        """
        return self._call(
            "GET",
            "/api/v1/preferences",
        )

    def preferences_set(
        self,
        *,
        gentle: bool = UNSET,
        weekly_check: bool = UNSET,
        pictures: bool = UNSET,
        welcomed: bool = UNSET,
    ) -> Any:
        """Change preferences.

        What is left out stays. A new pace holds for exports created from then on.

        gentle: Half of each platform's pace for new exports.

        weekly_check: Check all platforms once a week.

        pictures: Fetch pictures where they are shown.

        welcomed: False shows the first steps of the window again.
        """
        return self._call(
            "PATCH",
            "/api/v1/preferences",
            body={"gentle": gentle, "weekly_check": weekly_check, "pictures": pictures, "welcomed": welcomed},
        )

    def service_pause(
        self,
        *,
        until: str = UNSET,
    ) -> Any:
        """Pause all exports.

        Ends every request to platforms and starts no other, samples aside. Running exports keep their state
        and go on from the page where they were; new ones and those of schedules wait, and checks of platforms
        end. Judging of ended exports goes on.

        until: `restart`: a restart of the service ends it too, as after a sleep of the machine.
        """
        return self._call(
            "POST",
            "/api/v1/pause",
            body={"until": until},
        )

    def service_pausing(
        self,
    ) -> Any:
        """Are exports paused.

        Tells whether all exports are paused, and what ends that.
        """
        return self._call(
            "GET",
            "/api/v1/pause",
        )

    def service_resume(
        self,
    ) -> Any:
        """Resume all exports.

        Lets paused exports go on, and starts what schedules have come due meanwhile.
        """
        return self._call(
            "POST",
            "/api/v1/resume",
        )

    def members_list(
        self,
    ) -> Any:
        """List members.

        People besides the owner, in the order in which they came.
        """
        return self._call(
            "GET",
            "/api/v1/members",
        )

    def members_create(
        self,
        *,
        name: str,
        role: str = UNSET,
    ) -> Any:
        """Add a member.

        Somebody with exports, accounts, schedules and webhooks of their own.

        name: Unique among members.

        role: owner: all. member: what is theirs, and reading what is shared. reader: reading what is shared.
        """
        return self._call(
            "POST",
            "/api/v1/members",
            body={"name": name, "role": role},
        )

    def members_update(
        self,
        *,
        uuid: str,
        name: str = UNSET,
        role: str = UNSET,
    ) -> Any:
        """Change a member.

        What is left out stays. A new role holds at once.

        uuid: The `uuid` of the member.

        name: Unique among members.

        role: owner: all. member: what is theirs, and reading what is shared. reader: reading what is shared.
        """
        return self._call(
            "PATCH",
            f"/api/v1/members/{self._quoted(uuid)}",
            body={"name": name, "role": role},
        )

    def members_remove(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Remove a member.

        Ends their tokens at once, and removes their saved accounts and webhooks. Their exports and schedules
        become the owner's; the schedules pause.

        uuid: The `uuid` of the member.
        """
        return self._call(
            "DELETE",
            f"/api/v1/members/{self._quoted(uuid)}",
        )

    def members_invite(
        self,
        *,
        uuid: str,
    ) -> Any:
        """Let a member in.

        Makes an API token of the member, for one year: hand it to them.

        uuid: The `uuid` of the member.
        """
        return self._call(
            "POST",
            f"/api/v1/members/{self._quoted(uuid)}/invite",
        )

    def jobs_share(
        self,
        *,
        guid: str,
        shared: bool = UNSET,
    ) -> Any:
        """Share an export with all members.

        Lets all members read it. Only whose it is changes it.

        guid: The `guid` of the export.

        shared: False: no longer. Default: true.
        """
        return self._call(
            "PATCH",
            f"/api/v3/job/{self._quoted(guid)}/share",
            body={"shared": shared},
        )

    def schedules_share(
        self,
        *,
        uuid: str,
        shared: bool = UNSET,
    ) -> Any:
        """Share a schedule with all members.

        Lets all members read it and all its exports, those to come too.

        uuid: The `uuid` of the schedule.

        shared: False: no longer. Default: true.
        """
        return self._call(
            "PATCH",
            f"/api/v1/schedules/{self._quoted(uuid)}/share",
            body={"shared": shared},
        )

    def audit_list(
        self,
        *,
        page: int = UNSET,
        limit: int = UNSET,
        member: str = UNSET,
    ) -> Any:
        """List what was done.

        Calls that changed something or were refused to, newest first. Kept from the first member on, for
        COMMENTDOCK_AUDIT_DAYS days.

        page: Counts from 1, the default.

        limit: Default 30, at most 100; more is lowered to that.

        member: Only of this member.
        """
        return self._call(
            "GET",
            "/api/v1/audit",
            query={"page": page, "limit": limit, "member": member},
        )
