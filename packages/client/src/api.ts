// Generated from the contract by `npm run gen`.

export interface paths {
    "/v1/projects/{projectIdOrName}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description May be called by a builder with the permission `api-key:read`; an API key of scope `full`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description May be called by a builder with the permission `api-key:write`; an API key of scope `full`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/api-keys/{apiKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description May be called by a builder with the permission `api-key:read`; an API key of scope `full`.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Delete an API key
         * @description May be called by a builder with the permission `api-key:write`; an API key of scope `full`.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename, deactivate or activate an API key
         * @description May be called by a builder with the permission `api-key:write`; an API key of scope `full`.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/v1/claimed-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find who claimed a domain
         * @description Answers for the domain of the caller’s own email and for their organizations only.
         *
         *     May be called by a builder.
         */
        get: operations["checkClaimedDomain"];
        put?: never;
        /**
         * Claim a domain for an organization
         * @description Takes a domain, an email address or a URL. Proven by the owner’s own verified email in that domain, or by a DNS TXT record `platform-domain-claim=<org id>`.
         *
         *     May be called by a builder.
         */
        post: operations["claimDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/claimed-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the domains that an organization claimed
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["listOrgClaimedDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth-connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start connecting by OAuth
         * @description Replies the URL of the provider to open, usually in a popup. The `X-Connect-Session` header names the connect session, whose outcome can be polled.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        post: operations["oauthConnect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connect-sessions/{connectSessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the outcome of connecting
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getConnectSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connections
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a connection
         * @description `includeCreds` and `includeRefreshToken` need the scope `full` or a builder with the permission `connection:write`.
         *
         *     May be called by a builder with the permission `connection:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /**
         * Delete a connection
         * @description Refused while an installation uses it.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        /**
         * Update credentials or metadata of a connection
         * @description May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        patch: operations["updateConnection"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections/{connectionId}:oauth-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Start authenticating a connection again
         * @description May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        patch: operations["oauthUpdate"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections:generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a connection from credentials
         * @description For credentials that need no browser, and for tokens imported from elsewhere.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        post: operations["generateConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries/{deliveryId}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attempts of a delivery, the newest first
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries/{deliveryId}:retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a delivery again, now
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries:replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make many deliveries again
         * @description Those that failed, unless `status` says otherwise, with their original IDs. `dryRun` only counts.
         *
         *     May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/destinations/{destination}:test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event and answer the attempt
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["testDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events and where they went
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event, what it said and where it went
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/replays/{replayId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a replay
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/replays/{replayId}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a replay
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["cancelReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/installations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List installations of a project
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["listInstallationsForProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List installations of an integration
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["listInstallations"];
        put?: never;
        /**
         * Install an integration for a group
         * @description Reads one record of each scheduled object first and refuses when the provider does not know a selected field; `skipSampling` leaves that out. Starts the backfills.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        post: operations["createInstallation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an installation
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getInstallation"];
        put?: never;
        post?: never;
        /**
         * Uninstall
         * @description Stops everything; deletes the connection too when nothing else uses it.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        delete: operations["deleteInstallation"];
        options?: never;
        head?: never;
        /**
         * Change the configuration or connection of an installation
         * @description May be called by a builder with the permission `installation:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        patch: operations["updateInstallation"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List integrations
         * @description May be called by a builder with the permission `integration:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["listIntegrations"];
        put?: never;
        /**
         * Create an integration from its definition
         * @description May be called by a builder with the permission `integration:write`; an API key of scope `full`.
         */
        post: operations["createIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationIdOrName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an integration
         * @description May be called by a builder with the permission `integration:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getIntegration"];
        put?: never;
        post?: never;
        /**
         * Delete an integration
         * @description Its installations are uninstalled.
         *
         *     May be called by a builder with the permission `integration:write`; an API key of scope `full`.
         */
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions/{revisionId}:hydrate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a revision with the live fields of a connection
         * @description May be called by a builder with the permission `integration:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getHydratedRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations:batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Deploy platform.yaml
         * @description Creates what is new and gives each integration that changed a new immutable revision. Integrations that the file does not name stay as they are.
         *
         *     May be called by a builder with the permission `integration:write`; an API key of scope `full`.
         */
        put: operations["batchUpsertIntegrations"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invites:accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept the invites to an email address
         * @description The address must be the caller’s own, verified one.
         *
         *     May be called by a builder.
         */
        post: operations["acceptInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invites
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["listOrgInvites"];
        put?: never;
        /**
         * Invite somebody by email
         * @description May be called by a builder with the permission `org:owner`.
         */
        post: operations["createOrgInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/invites/{inviteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invite
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["getOrgInvite"];
        put?: never;
        post?: never;
        /**
         * Revoke an invite
         * @description May be called by a builder with the permission `org:owner`.
         */
        delete: operations["deleteOrgInvite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/jwt-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List JWT keys
         * @description May be called by a builder with the permission `jwt-key:read`; an API key of scope `full`.
         */
        get: operations["listJWTKeys"];
        put?: never;
        /**
         * Register a public key for the tokens of end users
         * @description Give the public key as PEM or as JWK. The reply names the `kid` to sign with.
         *
         *     May be called by a builder with the permission `jwt-key:write`; an API key of scope `full`.
         */
        post: operations["createJWTKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/jwt-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a JWT key
         * @description May be called by a builder with the permission `jwt-key:read`; an API key of scope `full`.
         */
        get: operations["getJWTKey"];
        put?: never;
        post?: never;
        /**
         * Delete a JWT key
         * @description May be called by a builder with the permission `jwt-key:write`; an API key of scope `full`.
         */
        delete: operations["deleteJWTKey"];
        options?: never;
        head?: never;
        /**
         * Rename, deactivate or activate a JWT key
         * @description May be called by a builder with the permission `jwt-key:write`; an API key of scope `full`.
         */
        patch: operations["updateJWTKey"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List destinations
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listDestinations"];
        put?: never;
        /**
         * Create a destination
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["createDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/destinations/{destination}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a destination
         * @description By its ID or name. `includeSecrets` shows the signing key; `rotate` makes a new one first, and messages carry both signatures for 24 hours. Both need the permission `notification:write`.
         *
         *     May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getDestination"];
        put?: never;
        post?: never;
        /**
         * Delete a destination and its routes
         * @description Refused while deliveries to it are pending, unless `force` cancels them. The header `Platform-Cancelled-Deliveries` says how many were.
         *
         *     May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        delete: operations["deleteDestination"];
        options?: never;
        head?: never;
        /**
         * Update, disable or enable a destination
         * @description With `disabled: false` a disabled destination receives again, what was held first, oldest first.
         *
         *     May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        patch: operations["updateDestination"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/notification-event-topic-routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the routes from event types to topics
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listEventTopicRoutes"];
        put?: never;
        /**
         * Send an event type to a topic
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["createEventTopicRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/notification-event-topic-routes/{routeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a route from an event type to a topic
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getEventTopicRoute"];
        put?: never;
        post?: never;
        /**
         * Delete a route from an event type to a topic
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        delete: operations["deleteEventTopicRoute"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/topic-destination-routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the routes from topics to destinations
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listTopicDestinationRoutes"];
        put?: never;
        /**
         * Deliver a topic's notifications to a destination
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["createTopicDestinationRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/topic-destination-routes/{routeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a route from a topic to a destination
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getTopicDestinationRoute"];
        put?: never;
        post?: never;
        /**
         * Delete a route from a topic to a destination
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        delete: operations["deleteTopicDestinationRoute"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List topics
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listTopics"];
        put?: never;
        /**
         * Create a topic
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["createTopic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/topics/{topicId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a topic
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getTopic"];
        put?: never;
        post?: never;
        /**
         * Delete a topic and its routes
         * @description Deliveries that were routed through it already are still made: the header `Platform-Cancelled-Deliveries` says 0.
         *
         *     May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        delete: operations["deleteTopic"];
        options?: never;
        head?: never;
        /**
         * Rename a topic
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        patch: operations["updateTopic"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an object's fields as an installation sees them
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getObjectMetadataForInstallation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/providers/{provider}/objects/{objectName}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an object's fields as a connection sees them
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getObjectMetadataForConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/objects/{objectName}/backfill-progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a backfill
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getBackfillProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operations of an installation
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`.
         */
        get: operations["listOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/operations/{operationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an operation
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`.
         */
        get: operations["getOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/operations/{operationId}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the logs of an operation
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`.
         */
        get: operations["listOperationLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get who the caller is
         * @description May be called by a builder.
         */
        get: operations["getMyInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an organization, owned by the caller
         * @description May be called by a builder.
         */
        post: operations["createOrg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["getOrg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an organization
         * @description May be called by a builder with the permission `org:owner`.
         */
        patch: operations["updateOrg"];
        trace?: never;
    };
    "/v1/orgs/{orgId}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every change made in an organization
         * @description May be called by a builder with the permission `org:owner`.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/builders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the builders of an organization
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["listOrgBuilders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a builder to an organization
         * @description An owner may add anybody. Others may add only themselves, when the organization has claimed the domain of their verified email.
         *
         *     May be called by a builder.
         */
        post: operations["addUserToOrg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/memberships/{builderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a membership
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["getMembership"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Owners remove anybody, everybody may leave; the last owner stays.
         *
         *     May be called by a builder with the permission `org:read`.
         */
        delete: operations["removeMembership"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description The last owner stays one.
         *
         *     May be called by a builder with the permission `org:owner`.
         */
        patch: operations["updateMembership"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/consumers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the consumers who have connected something
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`.
         */
        get: operations["listConsumers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/consumers/{consumerRef}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase a consumer and all that is stored about them
         * @description Deletes the connections, the installations that read through them and the events about them, and answers how many. No event tells of it, as that would store the references again. What has gone into a message already can be downloaded for up to 15 minutes more.
         *
         *     May be called by a builder with the permission `connection:delete`; an API key of scope `full`.
         */
        delete: operations["eraseConsumer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the groups that have connected something
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`.
         */
        get: operations["listGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/groups/{groupRef}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase a group and all that is stored about it
         * @description Deletes the connections, the installations that read through them and the events about them, and answers how many. No event tells of it, as that would store the references again. What has gone into a message already can be downloaded for up to 15 minutes more.
         *
         *     May be called by a builder with the permission `connection:delete`; an API key of scope `full`.
         */
        delete: operations["eraseGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description A builder sees those of their organizations; an API key sees its own.
         *
         *     May be called by a builder; an API key of scope `full`.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description May be called by a builder.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description May be called by a builder with the permission `project:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project and everything in it
         * @description Refused while it has installations, unless forced.
         *
         *     May be called by a builder with the permission `org:owner`.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Update a project
         * @description Links by the ID keep working when the name changes.
         *
         *     May be called by a builder with the permission `project:write`; an API key of scope `full`.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/provider-apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List provider apps
         * @description May be called by a builder with the permission `provider-app:read`; an API key of scope `full`.
         */
        get: operations["listProviderApps"];
        put?: never;
        /**
         * Add the OAuth client for a provider
         * @description May be called by a builder with the permission `provider-app:write`; an API key of scope `full`.
         */
        post: operations["createProviderApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/provider-apps/{providerAppId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a provider app
         * @description May be called by a builder with the permission `provider-app:read`; an API key of scope `full`.
         */
        get: operations["getProviderApp"];
        put?: never;
        post?: never;
        /**
         * Delete a provider app
         * @description May be called by a builder with the permission `provider-app:write`; an API key of scope `full`.
         */
        delete: operations["deleteProviderApp"];
        options?: never;
        head?: never;
        /**
         * Update a provider app
         * @description May be called by a builder with the permission `provider-app:write`; an API key of scope `full`.
         */
        patch: operations["updateProviderApp"];
        trace?: never;
    };
    "/v1/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the catalogue of providers
         * @description Needs no credential.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/providers/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one provider of the catalogue
         * @description Needs no credential.
         */
        get: operations["getProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read an object now
         * @description May be called by a builder with the permission `read:trigger`; an API key of scope `full`.
         */
        post: operations["triggerRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ApiKey: {
            /** @example key_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            /**
             * @description The key itself: only in the reply that creates it, never again.
             * @example plat_full_…
             */
            key?: string;
            maskedKey: string;
            label: string;
            scopes: string[];
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            active: boolean;
            /** Format: date-time */
            expireTime?: string;
            /** Format: date-time */
            lastUseTime?: string;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
        };
        ApiKeyOpts: {
            /** @enum {string} */
            attachmentType: "query" | "header";
            query?: {
                name: string;
            };
            header?: {
                name: string;
                valuePrefix?: string;
            };
            docsURL?: string;
        };
        ApiProblem: {
            /** Format: uri */
            type: string;
            /** Format: uri */
            href?: string;
            title: string;
            status: number;
            detail: string;
            instance: string;
            subsystem: string;
            /** Format: date-time */
            time: string;
            requestId: string;
            causes?: string[];
            remedy?: string;
            supportEmail?: string;
            supportPhone?: string;
            supportUrl?: string;
            retryable: boolean;
            /** Format: date-time */
            retryAfter?: string;
            context?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        Attempt: {
            number: number;
            /** Format: date-time */
            time: string;
            durationMs: number;
            succeeded: boolean;
            error?: {
                class: components["schemas"]["AttemptError"];
                detail: string;
            };
            request?: {
                url: string;
                headers: {
                    [key: string]: string;
                };
            };
            response?: {
                status: number;
                headers: {
                    [key: string]: string;
                };
                /** @description The first 1024 bytes. */
                body: string;
            };
        };
        /** @enum {string} */
        AttemptError: "timeout" | "connection" | "tls" | "address-refused" | "redirect" | "status" | "refused" | "misconfigured";
        AuditRecord: {
            /** @example aud_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            /** Format: date-time */
            time: string;
            orgId?: string;
            projectId?: string;
            actor: {
                kind: string;
                id: string;
                label?: string;
            };
            /**
             * @description The operation.
             * @example updateProject
             */
            action: string;
            /** @example /v1/projects/acme-crm */
            target: string;
            requestId: string;
            ip?: string;
            userAgent?: string;
            before?: unknown;
            after?: unknown;
        };
        BackfillConfig: {
            defaultPeriod: components["schemas"]["DefaultPeriod"];
            fieldFilters?: components["schemas"]["ReadFilter"][];
        };
        BackfillProgress: {
            /** @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra */
            installationId: string;
            objectName: string;
            /** @example op_01jz5q0f8kf3bvw9s2m6t4x7ra */
            operationId: string;
            recordsProcessed: number;
            recordsEstimatedTotal?: number;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
        };
        BasicAuthOpts: {
            apiKeyAsBasic?: boolean;
            apiKeyAsBasicOpts?: {
                /** @enum {string} */
                fieldUsed?: "username" | "password";
                keyFormat?: string;
            };
            docsURL?: string;
        };
        Builder: {
            /** @example bld_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            idpProvider: string;
            idpRef: string;
            /** Format: date-time */
            createTime: string;
            firstName?: string;
            lastName?: string;
            fullName?: string;
            primaryEmail?: string;
            /**
             * @description In lists of an organization: the role there.
             * @enum {string}
             */
            role?: "owner" | "admin" | "member";
        };
        BuilderInfo: {
            builder: components["schemas"]["Builder"];
            projectRoles: {
                [key: string]: {
                    role: string;
                    /** @enum {string} */
                    principalType: "team" | "builder";
                    principalId: string;
                    project: components["schemas"]["Project"];
                };
            };
            orgRole?: {
                role: string;
                /** @enum {string} */
                principalType: "team" | "builder";
                principalId: string;
                org: components["schemas"]["Org"];
            };
            orgRoles?: {
                role: string;
                /** @enum {string} */
                principalType: "team" | "builder";
                principalId: string;
                org: components["schemas"]["Org"];
            }[];
            /** @description Organizations whose invites to the caller’s verified email are pending. */
            invitedOrgs?: components["schemas"]["Org"][];
            /** @description Organizations that have claimed the domain of the caller’s verified email. */
            joinableOrgs?: components["schemas"]["Org"][];
        };
        CatalogType: {
            [key: string]: components["schemas"]["ProviderInfo"];
        };
        ClaimedDomainResponse: {
            id: string;
            parentType: string;
            parentId: string;
            domain: string;
        };
        Config: {
            /** @example conf_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            /** @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra */
            revisionId: string;
            /** Format: date-time */
            createTime: string;
            createdBy: string;
            content: components["schemas"]["ConfigContent"];
        };
        ConfigContent: {
            provider?: string;
            read?: {
                objects: {
                    [key: string]: components["schemas"]["ReadConfigObject"];
                };
            };
            write?: {
                objects?: {
                    [key: string]: components["schemas"]["WriteConfigObject"];
                };
            };
            subscribe?: {
                objects: {
                    [key: string]: components["schemas"]["SubscribeConfigObject"];
                };
            };
            proxy?: {
                enabled?: boolean;
            };
        };
        ConnectSession: {
            /** @example csn_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed" | "expired";
            provider: string;
            /** @example conn_01jz5q0f8kf3bvw9s2m6t4x7ra */
            connectionId?: string;
            error?: string;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            expireTime: string;
        };
        Connection: {
            /** @example conn_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            provider: string;
            providerApp?: components["schemas"]["ProviderApp"];
            group: components["schemas"]["Group"];
            consumer: components["schemas"]["Consumer"];
            providerWorkspaceRef?: string;
            providerConsumerRef?: string;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
            /** @enum {string} */
            authScheme: "none" | "apiKey" | "basic" | "custom" | "oauth2/authorizationCode" | "oauth2/authorizationCodePKCE" | "oauth2/clientCredentials" | "oauth2/password";
            /** @enum {string} */
            status: "created" | "working" | "bad_credentials";
            oauth2AuthorizationCode?: components["schemas"]["Oauth2AuthorizationCode"];
            apiKey?: string;
            providerMetadata?: components["schemas"]["ProviderMetadata"];
        };
        Consumer: {
            consumerRef: string;
            consumerName: string;
            projectId: string;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
        };
        CustomAuthInput: {
            name: string;
            displayName: string;
            prompt?: string;
            docsURL?: string;
            /** @enum {string} */
            fieldType?: "fieldTypeText" | "fieldTypePassword" | "fieldTypeSelect";
            options?: {
                value: string;
                label: string;
            }[];
        };
        CustomAuthOpts: {
            headers?: {
                name: string;
                valueTemplate: string;
            }[];
            queryParams?: {
                name: string;
                valueTemplate: string;
            }[];
            inputs?: components["schemas"]["CustomAuthInput"][];
            providerInputs?: components["schemas"]["CustomAuthInput"][];
            multiStep?: boolean;
        };
        DefaultPeriod: {
            days?: number;
            fullHistory?: boolean;
        };
        Delivery: {
            /** @example dlv_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            /** @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra */
            eventId: string;
            eventType: components["schemas"]["MessageType"];
            /** @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra */
            destinationId: string;
            status: components["schemas"]["DeliveryStatus"];
            attempts: number;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            nextAttemptTime?: string;
            /** Format: date-time */
            lastAttemptTime?: string;
            lastError?: string;
        };
        /** @enum {string} */
        DeliveryStatus: "pending" | "held" | "delivered" | "failed" | "cancelled";
        Destination: {
            /** @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            name: string;
            type: components["schemas"]["DestinationType"];
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            metadata: components["schemas"]["DestinationMetadata"];
            status: components["schemas"]["DestinationStatus"];
            disabledReason?: string;
            /** Format: date-time */
            disabledTime?: string;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
        };
        DestinationCredentials: {
            awsKeyId?: string;
            awsSecretKey?: string;
            awsSessionToken?: string;
            headers?: components["schemas"]["WebhookHeaders"];
        };
        DestinationMetadata: {
            /** @example https://acme.example/webhooks */
            url?: string;
            headers?: components["schemas"]["WebhookHeaders"];
            /** @description Adds `v1a` signatures, verifiable with the public key. */
            ed25519?: boolean;
            region?: string;
            streamName?: string;
            endpointUrl?: string;
            /** @description JMESPath */
            partitionKeyTemplate?: string;
            bucket?: string;
            /** @description JMESPath */
            keyTemplate?: string;
            storageClass?: string;
            /** @description Objects of many messages, one per line, compressed with gzip. */
            batch?: boolean;
            batchSize?: number;
            maxWaitSecs?: number;
            /** @enum {string} */
            severity?: "debug" | "info" | "warn" | "error";
            attributes?: {
                [key: string]: string;
            };
        };
        /** @enum {string} */
        DestinationStatus: "enabled" | "disabled";
        /** @enum {string} */
        DestinationType: "webhook" | "kinesis" | "s3" | "log";
        DestinationWithSecrets: {
            /** @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            name: string;
            type: components["schemas"]["DestinationType"];
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            metadata: components["schemas"]["DestinationMetadata"];
            status: components["schemas"]["DestinationStatus"];
            disabledReason?: string;
            /** Format: date-time */
            disabledTime?: string;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
            secrets?: {
                webhookSigningKey?: string;
                webhookPublicKey?: string;
            };
        };
        DynamicMappingsInputEntry: {
            mapToName: string;
            mapToDisplayName?: string;
            prompt?: string;
            mappedValues?: {
                mappedValue: string;
                mappedDisplayValue: string;
            }[];
            fieldName?: string;
        };
        Entitlements: {
            brandingRemoval?: {
                value: boolean;
            };
            logRetentionDays?: {
                value: number;
            };
        };
        Erased: {
            installations: number;
            connections: number;
            /** @description With what they said and their deliveries. */
            events: number;
        };
        Event: {
            /** @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            type: components["schemas"]["MessageType"];
            /** Format: date-time */
            createTime: string;
            deliveries: components["schemas"]["Delivery"][];
        };
        EventWithBody: {
            /** @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            type: components["schemas"]["MessageType"];
            /** Format: date-time */
            createTime: string;
            deliveries: components["schemas"]["Delivery"][];
            /** @description What was sent. */
            body: unknown;
        };
        FieldMetadata: {
            fieldName: string;
            displayName: string;
            /** @enum {string} */
            valueType?: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
            providerType?: string;
            readOnly?: boolean;
            isCustom?: boolean;
            isRequired?: boolean;
            referenceTo?: string[];
            values?: {
                value: string;
                displayValue: string;
            }[];
        };
        GenerateConnectionRequest: {
            provider: string;
            groupRef: string;
            groupName?: string;
            consumerRef: string;
            consumerName?: string;
            providerWorkspaceRef?: string;
            providerMetadata?: components["schemas"]["ProviderMetadata"];
            apiKey?: string;
            customAuth?: {
                [key: string]: unknown;
            };
            basicAuth?: {
                username: string;
                password: string;
            };
            oauth2ClientCredentials?: {
                clientId: string;
                clientSecret: string;
                scopes?: string[];
            };
            oauth2PasswordCredentials?: {
                username: string;
                password: string;
                clientId: string;
                clientSecret: string;
                scopes?: string[];
            };
            oauth2AuthorizationCode?: components["schemas"]["Oauth2AuthorizationCode"];
        };
        Group: {
            groupRef: string;
            groupName: string;
            projectId: string;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
        };
        HydratedIntegrationField: {
            fieldName: string;
            displayName: string;
            mapToName?: string;
            mapToDisplayName?: string;
        } | {
            mapToName: string;
            mapToDisplayName?: string;
            default?: string;
            prompt?: string;
        };
        HydratedIntegrationObject: {
            error?: string;
            objectName: string;
            displayName: string;
            mapToName?: string;
            mapToDisplayName?: string;
            destination?: string;
            schedule?: string;
            requiredFields?: components["schemas"]["HydratedIntegrationField"][];
            optionalFields?: components["schemas"]["HydratedIntegrationField"][];
            /** @constant */
            optionalFieldsAuto?: "all";
            allFieldsMetadata?: {
                [key: string]: components["schemas"]["FieldMetadata"];
            };
            allFields?: components["schemas"]["HydratedIntegrationField"][];
            backfill?: {
                defaultPeriod: {
                    days?: number;
                    fullHistory?: boolean;
                };
            };
        };
        HydratedRevision: {
            /** @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            specVersion: string;
            /** Format: date-time */
            createTime: string;
            content: {
                name: string;
                displayName?: string;
                module?: string;
                provider: string;
                read?: {
                    objects?: components["schemas"]["HydratedIntegrationObject"][];
                };
                write?: {
                    objects?: {
                        objectName: string;
                        displayName: string;
                        valueDefaults?: {
                            allowAnyFields?: boolean;
                        };
                    }[];
                };
                proxy?: {
                    enabled?: boolean;
                    useModule?: boolean;
                };
            };
        };
        InputValidationIssue: {
            /** @enum {string} */
            in: "body" | "header" | "path" | "query";
            /** @description An indexed path, such as `items[0].name`. */
            name: string;
            value?: unknown;
            detail: string;
        } & {
            [key: string]: unknown;
        };
        InputValidationProblem: {
            /** Format: uri */
            type: string;
            /** Format: uri */
            href?: string;
            title: string;
            status: number;
            detail: string;
            instance: string;
            subsystem: string;
            /** Format: date-time */
            time: string;
            requestId: string;
            causes?: string[];
            remedy?: string;
            supportEmail?: string;
            supportPhone?: string;
            supportUrl?: string;
            retryable: boolean;
            /** Format: date-time */
            retryAfter?: string;
            context?: {
                [key: string]: unknown;
            };
            issues?: components["schemas"]["InputValidationIssue"][];
        } & {
            [key: string]: unknown;
        };
        Installation: {
            /** @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            /** @example int_01jz5q0f8kf3bvw9s2m6t4x7ra */
            integrationId: string;
            group?: components["schemas"]["Group"];
            /** @enum {string} */
            healthStatus: "healthy" | "unhealthy";
            /** @enum {string} */
            lastOperationStatus?: "success" | "failure" | "in_progress";
            connection: components["schemas"]["Connection"];
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
            createdBy: string;
            config: components["schemas"]["Config"];
            objects: {
                [key: string]: components["schemas"]["InstallationObject"];
            };
        };
        InstallationObject: {
            /** @enum {string} */
            state: "active" | "disabled" | "paused";
            pausedReason?: string;
            /** Format: date-time */
            lastRunTime?: string;
            /** Format: date-time */
            nextRunTime?: string;
            /** Format: date-time */
            watermark?: string;
        };
        Integration: {
            /** @example int_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            name: string;
            provider: string;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
            latestRevision: components["schemas"]["Revision"];
        };
        IntegrationField: {
            fieldName: string;
            mapToName?: string;
            mapToDisplayName?: string;
        } | {
            mapToName: string;
            mapToDisplayName?: string;
            default?: string;
            prompt?: string;
        };
        IntegrationObject: {
            objectName: string;
            destination?: string;
            schedule?: string;
            mapToName?: string;
            mapToDisplayName?: string;
            requiredFields?: components["schemas"]["IntegrationField"][];
            optionalFields?: components["schemas"]["IntegrationField"][];
            /** @constant */
            optionalFieldsAuto?: "all";
            backfill?: {
                defaultPeriod: components["schemas"]["DefaultPeriod"];
            };
            delivery?: {
                /** @enum {string} */
                mode?: "onRequest" | "auto";
                pageSize?: number;
            };
            /** @constant */
            enabled?: "always";
        };
        IntegrationSubscribeObject: {
            objectName: string;
            destination: string;
            inheritFieldsAndMapping?: boolean;
            createEvent?: {
                /** @constant */
                enabled?: "always";
            };
            updateEvent?: {
                /** @constant */
                enabled?: "always";
                /** @enum {string} */
                watchFieldsAuto?: "all" | "selected";
                requiredWatchFields?: string[];
            };
            deleteEvent?: {
                /** @constant */
                enabled?: "always";
            };
            associationChangeEvent?: {
                /** @constant */
                enabled?: "always";
                includeFullRecords?: boolean;
            };
            otherEvents?: string[];
        };
        IntegrationWriteObject: {
            objectName: string;
            inheritMapping?: boolean;
            valueDefaults?: {
                allowAnyFields?: boolean;
            };
        };
        Invite: {
            /** @example inv_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            invitedEmail: string;
            /** @constant */
            parentType: "org";
            /** @example org_01jz5q0f8kf3bvw9s2m6t4x7ra */
            parentId: string;
            /** @enum {string} */
            status: "pending" | "accepted" | "revoked" | "expired";
            /** Format: date-time */
            expireTime: string;
            /** @description Where the invited person accepts, when no mail server is configured. */
            link?: string;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
        };
        JWTKey: {
            /**
             * Format: uuid
             * @description The `kid` of tokens that it verifies.
             */
            id: string;
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            label: string;
            /**
             * @description The kind of key.
             * @enum {string}
             */
            algorithm: "RSA" | "EC" | "OKP";
            publicKeyPem: string;
            active: boolean;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime: string;
        };
        JWTKeyResponse: {
            /** Format: uuid */
            kid: string;
        };
        Log: {
            /** Format: date-time */
            timestamp: string;
            message: {
                msg: string;
                error?: string;
                operation_id?: string;
                details?: {
                    [key: string]: string;
                };
            } & {
                [key: string]: unknown;
            };
            severity: string;
        };
        ManifestIntegration: {
            name: string;
            provider: string;
            displayName?: string;
            module?: string;
            read?: {
                objects?: components["schemas"]["IntegrationObject"][];
            };
            write?: {
                objects?: components["schemas"]["IntegrationWriteObject"][];
            };
            proxy?: {
                enabled?: boolean;
                useModule?: boolean;
            };
            subscribe?: {
                objects?: components["schemas"]["IntegrationSubscribeObject"][];
            };
            watchSchema?: {
                destination: string;
                schedule?: string;
                allObjects: {
                    fieldCreated?: {
                        /** @constant */
                        enabled: "always";
                    };
                    fieldDeleted?: {
                        /** @constant */
                        enabled: "always";
                    };
                    fieldChanged?: {
                        /** @constant */
                        enabled: "always";
                    };
                };
            };
        };
        Membership: {
            /** @example org_01jz5q0f8kf3bvw9s2m6t4x7ra */
            orgId: string;
            /** @example bld_01jz5q0f8kf3bvw9s2m6t4x7ra */
            builderId: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            /** Format: date-time */
            createTime: string;
        };
        /** @enum {string} */
        MessageType: "connection.created" | "connection.error" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "installation.created" | "installation.updated" | "installation.deleted" | "read.schedule.paused" | "read.backfill.done" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "destination.webhook.disabled" | "read" | "subscribe" | "schema.watch";
        MetadataItemInput: {
            name: string;
            displayName?: string;
            prompt?: string;
            defaultValue?: string;
            docsURL?: string;
            moduleDependencies?: {
                [key: string]: Record<string, never>;
            };
        };
        ModuleInfo: {
            displayName: string;
            baseURL: string;
            support: components["schemas"]["Support"];
            subscribeRequirements?: {
                [key: string]: boolean;
            };
        };
        NotificationEventTopicRoute: {
            /** @example etr_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            eventType: components["schemas"]["NotificationEventType"];
            /** @example top_01jz5q0f8kf3bvw9s2m6t4x7ra */
            topicId: string;
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
        };
        /** @enum {string} */
        NotificationEventType: "connection.created" | "connection.error" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "installation.created" | "installation.updated" | "installation.deleted" | "read.schedule.paused" | "read.backfill.done" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "destination.webhook.disabled";
        Oauth2AuthorizationCode: {
            accessToken?: {
                token: string;
                /** Format: date-time */
                issuedAt?: string;
                /** Format: date-time */
                expiresAt?: string;
            };
            refreshToken?: {
                token: string;
                /** Format: date-time */
                issuedAt?: string;
                /** Format: date-time */
                expiresAt?: string;
            };
            scopes?: string[];
        };
        Oauth2Opts: {
            /** @enum {string} */
            grantType: "authorizationCode" | "authorizationCodePKCE" | "clientCredentials" | "password";
            authURL?: string;
            tokenURL: string;
            explicitScopesRequired: boolean;
            explicitWorkspaceRequired: boolean;
            audience?: string[];
            scopeMappings?: {
                [key: string]: string;
            };
            tokenMetadataFields: {
                workspaceRefField?: string;
                consumerRefField?: string;
                scopesField?: string;
                otherFields?: {
                    name: string;
                    displayName: string;
                    path: string;
                    capture?: string;
                }[];
            };
            docsURL?: string;
            authURLParams?: {
                [key: string]: string;
            };
            accessTokenOpts?: {
                /** @constant */
                attachmentType: "accessTokenHeaderAttachment";
                header?: {
                    name: string;
                    valuePrefix?: string;
                };
                docsURL?: string;
            };
            keepAliveIntervalHours?: number;
        };
        ObjectMetadata: {
            name: string;
            displayName?: string;
            mappedObjectName?: string;
            fields: {
                [key: string]: components["schemas"]["FieldMetadata"];
            };
        };
        Operation: {
            /** @example op_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            /** @example int_01jz5q0f8kf3bvw9s2m6t4x7ra */
            integrationId: string;
            /** @example conf_01jz5q0f8kf3bvw9s2m6t4x7ra */
            configId: string;
            /** @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra */
            installationId: string;
            actionType: string;
            /** @enum {string} */
            status: "in_progress" | "success" | "failure" | "canceled";
            result?: string;
            metadata?: {
                objects?: string[];
                retry?: {
                    attempts?: number;
                    /** Format: date-time */
                    lastAttempt?: string;
                    /** Format: date-time */
                    lastNotified?: string;
                };
                progress?: {
                    /** @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra */
                    installationId?: string;
                    objectName?: string;
                    /** @example op_01jz5q0f8kf3bvw9s2m6t4x7ra */
                    operationId?: string;
                    recordsProcessed?: number;
                    recordsEstimatedTotal?: number;
                };
                successfulRecordIds?: string[];
            };
            /** Format: date-time */
            createTime: string;
        };
        Org: {
            /** @example org_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            label: string;
            defaultTeamId: string;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
        };
        Project: {
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            name: string;
            /** @description What end users see. */
            appName: string;
            /** @example org_01jz5q0f8kf3bvw9s2m6t4x7ra */
            orgId: string;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
            entitlements?: components["schemas"]["Entitlements"];
        };
        ProviderApp: {
            /** @example papp_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            externalRef?: string;
            provider: string;
            clientId: string;
            scopes?: string[];
            metadata?: components["schemas"]["ProviderAppMetadata"];
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
        };
        ProviderAppMetadata: {
            authQueryParams?: {
                [key: string]: string[];
            };
            providerParams?: {
                [key: string]: string;
            };
        };
        ProviderInfo: {
            name: string;
            displayName?: string;
            /** @enum {string} */
            authType: "oauth2" | "apiKey" | "basic" | "jwt" | "custom" | "none";
            baseURL: string;
            defaultModule: string;
            oauth2Opts?: components["schemas"]["Oauth2Opts"];
            apiKeyOpts?: components["schemas"]["ApiKeyOpts"];
            basicOpts?: components["schemas"]["BasicAuthOpts"];
            customOpts?: components["schemas"]["CustomAuthOpts"];
            support: components["schemas"]["Support"];
            authHealthCheck?: {
                url: string;
                method?: string;
                successStatusCodes?: number[];
            };
            postAuthInfoNeeded?: boolean;
            media?: {
                regular?: {
                    iconURL?: string;
                    logoURL?: string;
                };
                darkMode?: {
                    iconURL?: string;
                    logoURL?: string;
                };
            };
            labels?: {
                [key: string]: string;
            };
            subscribeRequirements?: {
                [key: string]: boolean;
            };
            modules?: {
                [key: string]: components["schemas"]["ModuleInfo"];
            };
            metadata?: {
                input?: components["schemas"]["MetadataItemInput"][];
                postAuthentication?: {
                    name: string;
                    moduleDependencies?: {
                        [key: string]: Record<string, never>;
                    };
                }[];
            };
            providerAppMetadata?: {
                authQueryParams?: components["schemas"]["MetadataItemInput"][];
                providerParams?: components["schemas"]["MetadataItemInput"][];
            };
        };
        ProviderMetadata: {
            [key: string]: {
                value: string;
                /** @enum {string} */
                source: "input" | "token" | "provider";
                displayName?: string;
            };
        };
        ReadConfigObject: {
            objectName?: string;
            schedule?: string;
            disabled?: boolean;
            destination?: string;
            selectedFields?: {
                [key: string]: boolean;
            };
            selectedValueMappings?: {
                [key: string]: {
                    [key: string]: string;
                };
            };
            dynamicMappingsInput?: components["schemas"]["DynamicMappingsInputEntry"][];
            selectedFieldMappings?: {
                [key: string]: string;
            };
            /** @constant */
            selectedFieldsAuto?: "all";
            backfill?: components["schemas"]["BackfillConfig"];
            fieldFilters?: components["schemas"]["ReadFilter"][];
        };
        ReadFilter: {
            fieldName: string;
            /** @constant */
            operator: "eq";
            value?: unknown;
        };
        Replay: {
            /** @example rpl_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            /** @enum {string} */
            status: "running" | "done" | "cancelled";
            total: number;
            replayed: number;
            perSecond: number;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
        };
        Revision: {
            /** @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            specVersion: string;
            /** Format: date-time */
            createTime: string;
            content: components["schemas"]["ManifestIntegration"];
        };
        SubscribeConfigObject: {
            inheritFieldsAndMappings: boolean;
            objectName: string;
            destination: string;
            createEvent?: {
                /** @enum {string} */
                enabled: "always" | "never";
            };
            updateEvent?: {
                /** @enum {string} */
                enabled: "always" | "never";
                /** @constant */
                watchFieldsAuto?: "all";
                requiredWatchFields?: string[];
            };
            deleteEvent?: {
                /** @enum {string} */
                enabled: "always" | "never";
            };
            otherEvents?: string[];
            providerOptions?: {
                quotaOptimization?: {
                    enabled: boolean;
                };
            };
        };
        Support: {
            bulkWrite: {
                insert: boolean;
                update: boolean;
                upsert: boolean;
                delete: boolean;
            };
            proxy: boolean;
            read: boolean;
            subscribe: boolean;
            write: boolean;
            delete: boolean;
            search: {
                operators: {
                    equals: boolean;
                };
            };
            subscribeSupport?: {
                create?: boolean;
                update?: boolean;
                delete?: boolean;
                passThrough?: boolean;
            };
        };
        Topic: {
            /** @example top_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            name: string;
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            /** Format: date-time */
            createTime: string;
            /** Format: date-time */
            updateTime?: string;
        };
        TopicDestinationRoute: {
            /** @example tdr_01jz5q0f8kf3bvw9s2m6t4x7ra */
            id: string;
            /** @example top_01jz5q0f8kf3bvw9s2m6t4x7ra */
            topicId: string;
            /** @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra */
            destinationId: string;
            /** @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra */
            projectId: string;
            /** Format: date-time */
            createTime: string;
        };
        WebhookHeaders: {
            [key: string]: string;
        };
        WriteConfigObject: {
            objectName: string;
            deletionSettings?: {
                enabled: boolean;
            };
            selectedValueDefaults?: {
                [key: string]: {
                    value: string | number | boolean;
                    /** @enum {string} */
                    applyOnUpdate?: "always" | "never";
                };
            };
            selectedFieldSettings?: {
                [key: string]: {
                    default?: {
                        stringValue?: string;
                        integerValue?: number;
                        booleanValue?: boolean;
                    };
                    /** @enum {string} */
                    writeOnCreate?: "always" | "never";
                    /** @enum {string} */
                    writeOnUpdate?: "always" | "never" | "ifEmpty";
                };
            };
        };
    };
    responses: {
        /** @description `api-key-not-found`: There is no such API key. `project-not-found`: There is no such project. */
        "api-key-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `backfill-not-found`: The object has no backfill. `installation-not-found`: There is no such installation. `integration-not-found`: There is no such integration. `project-not-found`: There is no such project. */
        "backfill-not-found.installation-not-found.integration-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `bearer-required`: This operation accepts a Bearer token only. `credential-invalid`: The credential is not valid. `credential-missing`: A credential is required. */
        "bearer-required.credential-invalid.credential-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `body-too-large`: The body is too large. */
        "body-too-large": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `builder-not-found`: There is no such builder. `org-not-found`: There is no such organization. */
        "builder-not-found.org-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connect-session-not-found`: There is no such connect session. `project-not-found`: There is no such project. */
        "connect-session-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connection-in-use`: An installation uses the connection. */
        "connection-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `connection-missing`: The group has no connection. `idempotency-key-reused`: The Idempotency-Key was used for another request. `sample-read-failed`: The provider refused a read of the selected fields. */
        "connection-missing.idempotency-key-reused.sample-read-failed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `connection-missing`: The group has no connection. `sample-read-failed`: The provider refused a read of the selected fields. */
        "connection-missing.sample-read-failed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `connection-not-found`: There is no such connection. `integration-not-found`: There is no such integration. `project-not-found`: There is no such project. `revision-not-found`: There is no such revision. */
        "connection-not-found.integration-not-found.project-not-found.revision-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connection-not-found`: There is no such connection. `object-not-found`: The provider has no such object. `project-not-found`: There is no such project. `provider-not-found`: There is no such provider. */
        "connection-not-found.object-not-found.project-not-found.provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connection-not-found`: There is no such connection. `project-not-found`: There is no such project. */
        "connection-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `consumer-not-found`: There is no such consumer. `project-not-found`: There is no such project. */
        "consumer-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `credential-invalid`: The credential is not valid. `credential-missing`: A credential is required. */
        "credential-invalid.credential-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `credentials-refused`: The provider refused the credentials. */
        "credentials-refused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `deliveries-pending`: Deliveries to the destination are pending. */
        "deliveries-pending": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `delivery-in-progress`: The delivery is being made already. `idempotency-key-in-use`: A request with this Idempotency-Key is still running. */
        "delivery-in-progress.idempotency-key-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `delivery-not-found`: There is no such delivery. `destination-not-found`: There is no such destination. `project-not-found`: There is no such project. */
        "delivery-not-found.destination-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `delivery-not-found`: There is no such delivery. `project-not-found`: There is no such project. */
        "delivery-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-name-taken`: A destination has this name already. */
        "destination-name-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-name-taken`: A destination has this name already. `idempotency-key-in-use`: A request with this Idempotency-Key is still running. */
        "destination-name-taken.idempotency-key-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-not-found`: There is no such destination. `project-not-found`: There is no such project. */
        "destination-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-not-found`: There is no such destination. `project-not-found`: There is no such project. `topic-not-found`: There is no such topic. */
        "destination-not-found.project-not-found.topic-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-unreachable`: The destination did not accept a message. `idempotency-key-reused`: The Idempotency-Key was used for another request. */
        "destination-unreachable.idempotency-key-reused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `domain-claimed`: Another organization has claimed the domain. `idempotency-key-in-use`: A request with this Idempotency-Key is still running. */
        "domain-claimed.idempotency-key-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `domain-not-found`: Nobody has claimed the domain. */
        "domain-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `domain-not-proven`: Nothing proves that the domain is yours. `invalid-input`: The request is not valid. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. */
        "domain-not-proven.invalid-input.malformed-json.malformed-request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `event-not-found`: There is no such event. `project-not-found`: There is no such project. */
        "event-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `group-not-found`: There is no such group. `project-not-found`: There is no such project. */
        "group-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `headers-too-large`: The request headers are too large. */
        "headers-too-large": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is still running. */
        "idempotency-key-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is still running. `installation-exists`: The group has installed the integration already. */
        "idempotency-key-in-use.installation-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is still running. `route-exists`: The route exists already. */
        "idempotency-key-in-use.route-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is still running. `topic-name-taken`: A topic has this name already. */
        "idempotency-key-in-use.topic-name-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. */
        "idempotency-key-reused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. `integration-name-taken`: An integration has this name already. `manifest-invalid`: platform.yaml is not valid. */
        "idempotency-key-reused.integration-name-taken.manifest-invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. `project-name-taken`: A project has this name already. */
        "idempotency-key-reused.project-name-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. `provider-app-exists`: The provider has an app already. */
        "idempotency-key-reused.provider-app-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. `provider-app-missing`: The provider has no app configured. */
        "idempotency-key-reused.provider-app-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `installation-not-found`: There is no such installation. `integration-not-found`: There is no such integration. `object-not-found`: The provider has no such object. `project-not-found`: There is no such project. */
        "installation-not-found.integration-not-found.object-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `installation-not-found`: There is no such installation. `integration-not-found`: There is no such integration. `project-not-found`: There is no such project. */
        "installation-not-found.integration-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `integration-not-found`: There is no such integration. `project-not-found`: There is no such project. */
        "integration-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `internal`: Something went wrong here. */
        internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `invalid-input`: The request is not valid. `invite-exists`: The person is invited already. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. `membership-exists`: The builder is already a member. */
        "invalid-input.invite-exists.malformed-json.malformed-request.membership-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is not valid. `invite-not-pending`: The invite is no longer pending. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. */
        "invalid-input.invite-not-pending.malformed-json.malformed-request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is not valid. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. */
        "invalid-input.malformed-json.malformed-request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is not valid. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. `membership-exists`: The builder is already a member. */
        "invalid-input.malformed-json.malformed-request.membership-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is not valid. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. `object-not-installed`: The installation does not read the object. */
        "invalid-input.malformed-json.malformed-request.object-not-installed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is not valid. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. `provider-not-supported`: The provider is not supported for this. */
        "invalid-input.malformed-json.malformed-request.provider-not-supported": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is not valid. `malformed-request`: The request is not HTTP that can be read. */
        "invalid-input.malformed-request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invite-not-found`: There is no such invite. */
        "invite-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `invite-not-found`: There is no such invite. `org-not-found`: There is no such organization. */
        "invite-not-found.org-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `jwt-key-not-found`: There is no such JWT key. `project-not-found`: There is no such project. */
        "jwt-key-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `last-owner`: The organization needs an owner. */
        "last-owner": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `malformed-request`: The request is not HTTP that can be read. */
        "malformed-request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `manifest-invalid`: platform.yaml is not valid. */
        "manifest-invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `membership-not-found`: The builder is not a member. `org-not-found`: There is no such organization. */
        "membership-not-found.org-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `not-acceptable`: The wanted media type is not available. */
        "not-acceptable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `notification-route-not-found`: There is no such route. `project-not-found`: There is no such project. */
        "notification-route-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `operation-not-found`: There is no such operation. `project-not-found`: There is no such project. */
        "operation-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `org-not-found`: There is no such organization. */
        "org-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `owner-required`: The org:owner permission is required. */
        "owner-required": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `owner-required`: The org:owner permission is required. `permission-missing`: The credential does not allow this. */
        "owner-required.permission-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `permission-missing`: The credential does not allow this. */
        "permission-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `precondition-failed`: It has changed since it was read. */
        "precondition-failed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description Any other failure. */
        problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-in-use`: The project has installations. */
        "project-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `project-name-taken`: A project has this name already. */
        "project-name-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `project-not-found`: There is no such project. */
        "project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: There is no such project. `provider-app-not-found`: There is no such provider app. */
        "project-not-found.provider-app-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: There is no such project. `provider-app-not-found`: There is no such provider app. `provider-not-found`: There is no such provider. */
        "project-not-found.provider-app-not-found.provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: There is no such project. `provider-not-found`: There is no such provider. */
        "project-not-found.provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: There is no such project. `replay-not-found`: There is no such replay. */
        "project-not-found.replay-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: There is no such project. `topic-not-found`: There is no such topic. */
        "project-not-found.topic-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `provider-app-exists`: The provider has an app already. */
        "provider-app-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `provider-app-missing`: The provider has no app configured. */
        "provider-app-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `provider-not-found`: There is no such provider. */
        "provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `provider-refused`: The provider refused the request. `provider-unavailable`: The provider did not answer. */
        "provider-refused.provider-unavailable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `provider-unavailable`: The provider did not answer. */
        "provider-unavailable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `request-timeout`: The request took too long to arrive. */
        "request-timeout": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `too-many-requests`: Too many requests. */
        "too-many-requests": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `topic-name-taken`: A topic has this name already. */
        "topic-name-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `unavailable`: The service is not available at the moment. */
        unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `unsupported-media-type`: The media type of the body is not supported. */
        "unsupported-media-type": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
    };
    parameters: {
        /** @description The same key and body replay the first reply for 24 hours. */
        IdempotencyKey: string;
        /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
        IfMatch: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listApiKeys: {
        parameters: {
            query?: {
                active?: boolean;
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "maskedKey": "maskedKey",
                     *         "label": "label",
                     *         "scopes": [
                     *           "text"
                     *         ],
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "active": true,
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "label",
                 *       "scopes": [
                 *         "full"
                 *       ],
                 *       "expireTime": "2026-01-15T09:30:00Z"
                 *     }
                 */
                "application/json": {
                    label: string;
                    /**
                     * @default [
                     *       "full"
                     *     ]
                     */
                    scopes?: ("full" | "frontend")[];
                    /** Format: date-time */
                    expireTime?: string;
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "key": "plat_full_…",
                     *       "maskedKey": "maskedKey",
                     *       "label": "label",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "active": true,
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                apiKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "key": "plat_full_…",
                     *       "maskedKey": "maskedKey",
                     *       "label": "label",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "active": true,
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["api-key-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                apiKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["api-key-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                apiKey: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "text"
                 *       ],
                 *       "apiKey": {
                 *         "label": "label",
                 *         "active": true,
                 *         "scopes": [
                 *           "full"
                 *         ],
                 *         "expireTime": "2026-01-15T09:30:00Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    updateMask: string[];
                    apiKey: {
                        label?: string;
                        active?: boolean;
                        scopes?: ("full" | "frontend")[];
                        expireTime?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "key": "plat_full_…",
                     *       "maskedKey": "maskedKey",
                     *       "label": "label",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "active": true,
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["api-key-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    checkClaimedDomain: {
        parameters: {
            query: {
                domain: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "id",
                     *       "parentType": "parentType",
                     *       "parentId": "parentId",
                     *       "domain": "domain"
                     *     }
                     */
                    "application/json": components["schemas"]["ClaimedDomainResponse"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["domain-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    claimDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "acme.example",
                 *       "parentId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *       "parentType": "org"
                 *     }
                 */
                "application/json": {
                    /** @example acme.example */
                    domain: string;
                    /** @example org_01jz5q0f8kf3bvw9s2m6t4x7ra */
                    parentId: string;
                    /** @constant */
                    parentType: "org";
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "id",
                     *       "parentType": "parentType",
                     *       "parentId": "parentId",
                     *       "domain": "domain"
                     *     }
                     */
                    "application/json": components["schemas"]["ClaimedDomainResponse"];
                };
            };
            400: components["responses"]["domain-not-proven.invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["domain-claimed.idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOrgClaimedDomains: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "id",
                     *         "parentType": "parentType",
                     *         "parentId": "parentId",
                     *         "domain": "domain"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ClaimedDomainResponse"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    oauthConnect: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "projectIdOrName": "projectIdOrName",
                 *       "provider": "provider",
                 *       "groupRef": "groupRef",
                 *       "groupName": "groupName",
                 *       "consumerRef": "consumerRef",
                 *       "consumerName": "consumerName",
                 *       "providerWorkspaceRef": "providerWorkspaceRef",
                 *       "providerMetadata": {},
                 *       "providerAppId": "providerAppId",
                 *       "enableCSRFProtection": true
                 *     }
                 */
                "application/json": {
                    projectIdOrName: string;
                    provider: string;
                    groupRef: string;
                    groupName?: string;
                    consumerRef: string;
                    consumerName?: string;
                    providerWorkspaceRef?: string;
                    providerMetadata?: components["schemas"]["ProviderMetadata"];
                    providerAppId?: string;
                    enableCSRFProtection?: boolean;
                };
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.provider-app-missing"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getConnectSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                connectSessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "csn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "pending",
                     *       "provider": "provider",
                     *       "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "error": "error",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "expireTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectSession"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            404: components["responses"]["connect-session-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listConnections: {
        parameters: {
            query?: {
                provider?: string;
                groupRef?: string;
                consumerRef?: string;
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "provider",
                     *         "group": {
                     *           "groupRef": "groupRef",
                     *           "groupName": "groupName",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "consumerRef",
                     *           "consumerName": "consumerName",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Connection"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getConnection: {
        parameters: {
            query?: {
                includeCreds?: boolean;
                includeRefreshToken?: boolean;
                refresh?: "force" | "ifExpired";
            };
            header?: never;
            path: {
                projectIdOrName: string;
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "provider": "provider",
                     *       "providerApp": {
                     *         "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "provider",
                     *         "clientId": "clientId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "group": {
                     *         "groupRef": "groupRef",
                     *         "groupName": "groupName",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "consumer": {
                     *         "consumerRef": "consumerRef",
                     *         "consumerName": "consumerName",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "providerWorkspaceRef": "providerWorkspaceRef",
                     *       "providerConsumerRef": "providerConsumerRef",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "authScheme": "none",
                     *       "status": "created",
                     *       "oauth2AuthorizationCode": {},
                     *       "apiKey": "apiKey",
                     *       "providerMetadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            422: components["responses"]["credentials-refused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["connection-in-use"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "providerWorkspaceRef"
                 *       ],
                 *       "connection": {
                 *         "provider": "provider",
                 *         "groupRef": "groupRef",
                 *         "groupName": "groupName",
                 *         "consumerRef": "consumerRef",
                 *         "consumerName": "consumerName",
                 *         "providerWorkspaceRef": "providerWorkspaceRef",
                 *         "providerMetadata": {},
                 *         "apiKey": "apiKey",
                 *         "customAuth": {},
                 *         "basicAuth": {
                 *           "username": "username",
                 *           "password": "password"
                 *         },
                 *         "oauth2ClientCredentials": {
                 *           "clientId": "clientId",
                 *           "clientSecret": "clientSecret"
                 *         },
                 *         "oauth2PasswordCredentials": {
                 *           "username": "username",
                 *           "password": "password",
                 *           "clientId": "clientId",
                 *           "clientSecret": "clientSecret"
                 *         },
                 *         "oauth2AuthorizationCode": {}
                 *       }
                 *     }
                 */
                "application/json": {
                    updateMask: ("providerWorkspaceRef" | "providerMetadata" | "apiKey" | "basicAuth" | "oauth2ClientCredentials" | "oauth2PasswordCredentials")[];
                    connection: {
                        provider?: string;
                        groupRef?: string;
                        groupName?: string;
                        consumerRef?: string;
                        consumerName?: string;
                        providerWorkspaceRef?: string;
                        providerMetadata?: components["schemas"]["ProviderMetadata"];
                        apiKey?: string;
                        customAuth?: {
                            [key: string]: unknown;
                        };
                        basicAuth?: {
                            username: string;
                            password: string;
                        };
                        oauth2ClientCredentials?: {
                            clientId: string;
                            clientSecret: string;
                            scopes?: string[];
                        };
                        oauth2PasswordCredentials?: {
                            username: string;
                            password: string;
                            clientId: string;
                            clientSecret: string;
                            scopes?: string[];
                        };
                        oauth2AuthorizationCode?: components["schemas"]["Oauth2AuthorizationCode"];
                    };
                };
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "provider": "provider",
                     *       "providerApp": {
                     *         "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "provider",
                     *         "clientId": "clientId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "group": {
                     *         "groupRef": "groupRef",
                     *         "groupName": "groupName",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "consumer": {
                     *         "consumerRef": "consumerRef",
                     *         "consumerName": "consumerName",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "providerWorkspaceRef": "providerWorkspaceRef",
                     *       "providerConsumerRef": "providerConsumerRef",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "authScheme": "none",
                     *       "status": "created",
                     *       "oauth2AuthorizationCode": {},
                     *       "apiKey": "apiKey",
                     *       "providerMetadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    oauthUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["provider-app-missing"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    generateConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "provider",
                 *       "groupRef": "groupRef",
                 *       "groupName": "groupName",
                 *       "consumerRef": "consumerRef",
                 *       "consumerName": "consumerName",
                 *       "providerWorkspaceRef": "providerWorkspaceRef",
                 *       "providerMetadata": {},
                 *       "apiKey": "apiKey",
                 *       "customAuth": {},
                 *       "basicAuth": {
                 *         "username": "username",
                 *         "password": "password"
                 *       },
                 *       "oauth2ClientCredentials": {
                 *         "clientId": "clientId",
                 *         "clientSecret": "clientSecret"
                 *       },
                 *       "oauth2PasswordCredentials": {
                 *         "username": "username",
                 *         "password": "password",
                 *         "clientId": "clientId",
                 *         "clientSecret": "clientSecret"
                 *       },
                 *       "oauth2AuthorizationCode": {}
                 *     }
                 */
                "application/json": components["schemas"]["GenerateConnectionRequest"];
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "provider": "provider",
                     *       "providerApp": {
                     *         "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "provider",
                     *         "clientId": "clientId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "group": {
                     *         "groupRef": "groupRef",
                     *         "groupName": "groupName",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "consumer": {
                     *         "consumerRef": "consumerRef",
                     *         "consumerName": "consumerName",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "providerWorkspaceRef": "providerWorkspaceRef",
                     *       "providerConsumerRef": "providerConsumerRef",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "authScheme": "none",
                     *       "status": "created",
                     *       "oauth2AuthorizationCode": {},
                     *       "apiKey": "apiKey",
                     *       "providerMetadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
                type?: components["schemas"]["MessageType"];
                destinationId?: string;
                status?: components["schemas"]["DeliveryStatus"];
                from?: string;
                to?: string;
                eventId?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "eventType": "connection.created",
                     *         "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "status": "pending",
                     *         "attempts": 1,
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventType": "connection.created",
                     *       "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "nextAttemptTime": "2026-01-15T09:30:00Z",
                     *       "lastAttemptTime": "2026-01-15T09:30:00Z",
                     *       "lastError": "lastError"
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["delivery-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listAttempts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "number": 1,
                     *         "time": "2026-01-15T09:30:00Z",
                     *         "durationMs": 1,
                     *         "succeeded": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Attempt"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["delivery-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventType": "connection.created",
                     *       "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "nextAttemptTime": "2026-01-15T09:30:00Z",
                     *       "lastAttemptTime": "2026-01-15T09:30:00Z",
                     *       "lastError": "lastError"
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["delivery-not-found.destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["delivery-in-progress.idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "destinationId": "destinationId",
                 *       "eventTypes": [
                 *         "connection.created"
                 *       ],
                 *       "status": "failed",
                 *       "from": "2026-01-15T09:30:00Z",
                 *       "to": "2026-01-15T09:30:00Z",
                 *       "perSecond": 1,
                 *       "dryRun": true
                 *     }
                 */
                "application/json": {
                    destinationId?: string;
                    eventTypes?: components["schemas"]["MessageType"][];
                    /** @enum {string} */
                    status?: "failed" | "delivered" | "cancelled";
                    /** Format: date-time */
                    from?: string;
                    /** Format: date-time */
                    to?: string;
                    perSecond?: number;
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description The reply. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "replay": {
                     *         "id": "rpl_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "status": "running",
                     *         "total": 1,
                     *         "replayed": 1,
                     *         "perSecond": 1,
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        count: number;
                        replay?: components["schemas"]["Replay"];
                    };
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    testDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
                destination: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventType": "connection.created"
                 *     }
                 */
                "application/json": {
                    eventType?: components["schemas"]["NotificationEventType"];
                };
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "number": 1,
                     *       "time": "2026-01-15T09:30:00Z",
                     *       "durationMs": 1,
                     *       "succeeded": true,
                     *       "error": {
                     *         "class": "timeout",
                     *         "detail": "detail"
                     *       },
                     *       "request": {
                     *         "url": "url",
                     *         "headers": {}
                     *       },
                     *       "response": {
                     *         "status": 1,
                     *         "headers": {},
                     *         "body": "body"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Attempt"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
                type?: components["schemas"]["MessageType"];
                destinationId?: string;
                status?: components["schemas"]["DeliveryStatus"];
                from?: string;
                to?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "type": "connection.created",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "deliveries": [
                     *           {
                     *             "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "eventType": "connection.created",
                     *             "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "status": "pending",
                     *             "attempts": 1,
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Event"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "type": "connection.created",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "deliveries": [
                     *         {
                     *           "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "eventType": "connection.created",
                     *           "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "status": "pending",
                     *           "attempts": 1,
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ],
                     *       "body": {}
                     *     }
                     */
                    "application/json": components["schemas"]["EventWithBody"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["event-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                replayId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "running",
                     *       "total": 1,
                     *       "replayed": 1,
                     *       "perSecond": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.replay-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    cancelReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
                replayId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "running",
                     *       "total": 1,
                     *       "replayed": 1,
                     *       "perSecond": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.replay-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listInstallationsForProject: {
        parameters: {
            query?: {
                groupRef?: string;
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "healthStatus": "healthy",
                     *         "connection": {
                     *           "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "provider": "provider",
                     *           "group": {
                     *             "groupRef": "groupRef",
                     *             "groupName": "groupName",
                     *             "projectId": "projectId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           },
                     *           "consumer": {
                     *             "consumerRef": "consumerRef",
                     *             "consumerName": "consumerName",
                     *             "projectId": "projectId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           },
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "authScheme": "none",
                     *           "status": "created"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "createdBy",
                     *         "config": {
                     *           "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "createdBy": "createdBy",
                     *           "content": {}
                     *         },
                     *         "objects": {}
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Installation"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listInstallations: {
        parameters: {
            query?: {
                groupRef?: string;
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "healthStatus": "healthy",
                     *         "connection": {
                     *           "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "provider": "provider",
                     *           "group": {
                     *             "groupRef": "groupRef",
                     *             "groupName": "groupName",
                     *             "projectId": "projectId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           },
                     *           "consumer": {
                     *             "consumerRef": "consumerRef",
                     *             "consumerName": "consumerName",
                     *             "projectId": "projectId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           },
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "authScheme": "none",
                     *           "status": "created"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "createdBy",
                     *         "config": {
                     *           "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "createdBy": "createdBy",
                     *           "content": {}
                     *         },
                     *         "objects": {}
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Installation"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createInstallation: {
        parameters: {
            query?: {
                skipSampling?: boolean;
            };
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "groupRef",
                 *       "connectionId": "connectionId",
                 *       "config": {
                 *         "revisionId": "revisionId",
                 *         "createdBy": "api:create-installation",
                 *         "content": {}
                 *       }
                 *     }
                 */
                "application/json": {
                    groupRef: string;
                    connectionId?: string;
                    config: {
                        revisionId?: string;
                        /** @default api:create-installation */
                        createdBy?: string;
                        content: components["schemas"]["ConfigContent"];
                    };
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "group": {
                     *         "groupRef": "groupRef",
                     *         "groupName": "groupName",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "healthStatus": "healthy",
                     *       "lastOperationStatus": "success",
                     *       "connection": {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "provider",
                     *         "group": {
                     *           "groupRef": "groupRef",
                     *           "groupName": "groupName",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "consumerRef",
                     *           "consumerName": "consumerName",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created"
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "createdBy": "createdBy",
                     *       "config": {
                     *         "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "createdBy",
                     *         "content": {}
                     *       },
                     *       "objects": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.installation-exists"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["connection-missing.idempotency-key-reused.sample-read-failed"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getInstallation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                integrationId: string;
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "group": {
                     *         "groupRef": "groupRef",
                     *         "groupName": "groupName",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "healthStatus": "healthy",
                     *       "lastOperationStatus": "success",
                     *       "connection": {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "provider",
                     *         "group": {
                     *           "groupRef": "groupRef",
                     *           "groupName": "groupName",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "consumerRef",
                     *           "consumerName": "consumerName",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created"
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "createdBy": "createdBy",
                     *       "config": {
                     *         "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "createdBy",
                     *         "content": {}
                     *       },
                     *       "objects": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteInstallation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                integrationId: string;
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateInstallation: {
        parameters: {
            query?: {
                skipSampling?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                integrationId: string;
                installationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "text"
                 *       ],
                 *       "installation": {
                 *         "connectionId": "connectionId",
                 *         "config": {}
                 *       }
                 *     }
                 */
                "application/json": {
                    updateMask: string[];
                    installation: {
                        connectionId?: string;
                        config?: {
                            revisionId?: string;
                            createdBy?: string;
                            content?: {
                                provider?: string;
                                read?: {
                                    objects: {
                                        [key: string]: components["schemas"]["ReadConfigObject"];
                                    };
                                };
                                write?: {
                                    objects?: {
                                        [key: string]: components["schemas"]["WriteConfigObject"];
                                    };
                                };
                                subscribe?: {
                                    objects: {
                                        [key: string]: components["schemas"]["SubscribeConfigObject"];
                                    };
                                };
                                proxy?: {
                                    enabled?: boolean;
                                };
                            };
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "group": {
                     *         "groupRef": "groupRef",
                     *         "groupName": "groupName",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "healthStatus": "healthy",
                     *       "lastOperationStatus": "success",
                     *       "connection": {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "provider",
                     *         "group": {
                     *           "groupRef": "groupRef",
                     *           "groupName": "groupName",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "consumerRef",
                     *           "consumerName": "consumerName",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created"
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "createdBy": "createdBy",
                     *       "config": {
                     *         "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "createdBy",
                     *         "content": {}
                     *       },
                     *       "objects": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["connection-missing.sample-read-failed"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listIntegrations: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "name",
                     *         "provider": "provider",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "latestRevision": {
                     *           "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "specVersion": "specVersion",
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "content": {
                     *             "name": "name",
                     *             "provider": "provider"
                     *           }
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Integration"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "name",
                 *       "provider": "provider",
                 *       "latestRevision": {
                 *         "specVersion": "specVersion",
                 *         "content": {
                 *           "name": "name",
                 *           "provider": "provider"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    provider: string;
                    latestRevision: {
                        specVersion: string;
                        content: components["schemas"]["ManifestIntegration"];
                    };
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "provider": "provider",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "latestRevision": {
                     *         "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "specVersion": "specVersion",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "content": {
                     *           "name": "name",
                     *           "provider": "provider"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.integration-name-taken.manifest-invalid"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                integrationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "provider": "provider",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "latestRevision": {
                     *         "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "specVersion": "specVersion",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "content": {
                     *           "name": "name",
                     *           "provider": "provider"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                integrationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getHydratedRevision: {
        parameters: {
            query: {
                connectionId: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
                integrationId: string;
                revisionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "specVersion": "specVersion",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "content": {
                     *         "name": "name",
                     *         "provider": "provider"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HydratedRevision"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            404: components["responses"]["connection-not-found.integration-not-found.project-not-found.revision-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    batchUpsertIntegrations: {
        parameters: {
            query?: {
                destructive?: boolean;
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sourceYaml": "sourceYaml"
                 *     }
                 */
                "application/json": {
                    sourceYaml: string;
                };
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "name",
                     *         "provider": "provider",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "latestRevision": {
                     *           "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "specVersion": "specVersion",
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "content": {
                     *             "name": "name",
                     *             "provider": "provider"
                     *           }
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Integration"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["manifest-invalid"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    acceptInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "invitedEmail": "ana@acme.example"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    invitedEmail: string;
                };
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "builder": {
                     *         "id": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "idpProvider": "idpProvider",
                     *         "idpRef": "idpRef",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "projectRoles": {},
                     *       "orgRole": {
                     *         "role": "role",
                     *         "principalType": "team",
                     *         "principalId": "principalId",
                     *         "org": {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "label",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       },
                     *       "orgRoles": [
                     *         {
                     *           "role": "role",
                     *           "principalType": "team",
                     *           "principalId": "principalId",
                     *           "org": {
                     *             "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "label": "label",
                     *             "defaultTeamId": "defaultTeamId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           }
                     *         }
                     *       ],
                     *       "invitedOrgs": [
                     *         {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "label",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ],
                     *       "joinableOrgs": [
                     *         {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "label",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BuilderInfo"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["invite-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOrgInvites: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "inv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "invitedEmail": "invitedEmail",
                     *         "parentType": "org",
                     *         "parentId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "status": "pending",
                     *         "expireTime": "2026-01-15T09:30:00Z",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Invite"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createOrgInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ana@acme.example"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "invitedEmail": "invitedEmail",
                     *       "parentType": "org",
                     *       "parentId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "pending",
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "link": "link",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["invalid-input.invite-exists.malformed-json.malformed-request.membership-exists"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getOrgInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orgId: string;
                inviteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "invitedEmail": "invitedEmail",
                     *       "parentType": "org",
                     *       "parentId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "pending",
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "link": "link",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["invite-not-found.org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteOrgInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                orgId: string;
                inviteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.invite-not-pending.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["invite-not-found.org-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listJWTKeys: {
        parameters: {
            query?: {
                active?: boolean;
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "label": "label",
                     *         "algorithm": "RSA",
                     *         "publicKeyPem": "publicKeyPem",
                     *         "active": true,
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "updateTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["JWTKey"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createJWTKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "label",
                 *       "algorithm": "RS256",
                 *       "publicKeyPem": "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n",
                 *       "publicKeyJwk": {}
                 *     }
                 */
                "application/json": {
                    label: string;
                    /**
                     * @default RS256
                     * @enum {string}
                     */
                    algorithm?: "RS256" | "ES256" | "EdDSA";
                    /**
                     * @example -----BEGIN PUBLIC KEY-----
                     *     MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
                     *     -----END PUBLIC KEY-----
                     */
                    publicKeyPem?: string;
                    publicKeyJwk?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kid": "0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["JWTKeyResponse"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getJWTKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "label",
                     *       "algorithm": "RSA",
                     *       "publicKeyPem": "publicKeyPem",
                     *       "active": true,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["JWTKey"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["jwt-key-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteJWTKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["jwt-key-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateJWTKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "text"
                 *       ],
                 *       "jwtKey": {
                 *         "active": true,
                 *         "label": "label"
                 *       }
                 *     }
                 */
                "application/json": {
                    updateMask: string[];
                    jwtKey: {
                        active?: boolean;
                        label?: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "label",
                     *       "algorithm": "RSA",
                     *       "publicKeyPem": "publicKeyPem",
                     *       "active": true,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["JWTKey"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["jwt-key-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listDestinations: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
                name?: string;
                type?: components["schemas"]["DestinationType"];
                status?: components["schemas"]["DestinationStatus"];
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "name",
                     *         "type": "webhook",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "metadata": {},
                     *         "status": "enabled",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Destination"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "name",
                 *       "type": "webhook",
                 *       "metadata": {},
                 *       "secrets": {},
                 *       "verify": true
                 *     }
                 */
                "application/json": {
                    name: string;
                    type: components["schemas"]["DestinationType"];
                    metadata: components["schemas"]["DestinationMetadata"];
                    secrets?: components["schemas"]["DestinationCredentials"];
                    /** @description Has the destination answer once before it is created. */
                    verify?: boolean;
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "type": "webhook",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "metadata": {},
                     *       "status": "enabled",
                     *       "disabledReason": "disabledReason",
                     *       "disabledTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Destination"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["destination-name-taken.idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["destination-unreachable.idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getDestination: {
        parameters: {
            query?: {
                includeSecrets?: boolean;
                rotate?: boolean;
            };
            header?: never;
            path: {
                projectIdOrName: string;
                destination: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "type": "webhook",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "metadata": {},
                     *       "status": "enabled",
                     *       "disabledReason": "disabledReason",
                     *       "disabledTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "secrets": {}
                     *     }
                     */
                    "application/json": components["schemas"]["DestinationWithSecrets"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteDestination: {
        parameters: {
            query?: {
                force?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                destination: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["deliveries-pending"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                destination: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "text"
                 *       ],
                 *       "destination": {
                 *         "name": "name",
                 *         "metadata": {},
                 *         "secrets": {},
                 *         "disabled": true
                 *       }
                 *     }
                 */
                "application/json": {
                    updateMask: string[];
                    destination: {
                        name?: string;
                        metadata?: {
                            /** @example https://acme.example/webhooks */
                            url?: string;
                            headers?: components["schemas"]["WebhookHeaders"];
                            /** @description Adds `v1a` signatures, verifiable with the public key. */
                            ed25519?: boolean;
                            region?: string;
                            streamName?: string;
                            endpointUrl?: string;
                            /** @description JMESPath */
                            partitionKeyTemplate?: string;
                            bucket?: string;
                            /** @description JMESPath */
                            keyTemplate?: string;
                            storageClass?: string;
                            /** @description Objects of many messages, one per line, compressed with gzip. */
                            batch?: boolean;
                            batchSize?: number;
                            maxWaitSecs?: number;
                            /** @enum {string} */
                            severity?: "debug" | "info" | "warn" | "error";
                            attributes?: {
                                [key: string]: string;
                            };
                        };
                        secrets?: components["schemas"]["DestinationCredentials"];
                        disabled?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "type": "webhook",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "metadata": {},
                     *       "status": "enabled",
                     *       "disabledReason": "disabledReason",
                     *       "disabledTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Destination"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["destination-name-taken"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listEventTopicRoutes: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
                topicId?: string;
                eventType?: components["schemas"]["NotificationEventType"];
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "etr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "eventType": "connection.created",
                     *         "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["NotificationEventTopicRoute"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createEventTopicRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "topicId": "topicId",
                 *       "eventType": "connection.created"
                 *     }
                 */
                "application/json": {
                    topicId: string;
                    eventType: components["schemas"]["NotificationEventType"];
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "etr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventType": "connection.created",
                     *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationEventTopicRoute"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.topic-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.route-exists"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getEventTopicRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "etr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventType": "connection.created",
                     *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationEventTopicRoute"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["notification-route-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteEventTopicRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["notification-route-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listTopicDestinationRoutes: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
                topicId?: string;
                destinationId?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "tdr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TopicDestinationRoute"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createTopicDestinationRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "topicId": "topicId",
                 *       "destinationId": "destinationId"
                 *     }
                 */
                "application/json": {
                    topicId: string;
                    destinationId: string;
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tdr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TopicDestinationRoute"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found.topic-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.route-exists"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getTopicDestinationRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tdr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TopicDestinationRoute"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["notification-route-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteTopicDestinationRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["notification-route-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listTopics: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
                name?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "name",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Topic"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "name"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Topic"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.topic-name-taken"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getTopic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Topic"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.topic-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteTopic: {
        parameters: {
            query?: {
                force?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.topic-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "name"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Topic"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.topic-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["topic-name-taken"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getObjectMetadataForInstallation: {
        parameters: {
            query: {
                groupRef: string;
                excludeReadOnly?: boolean;
            };
            header?: never;
            path: {
                projectIdOrName: string;
                integrationId: string;
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "name",
                     *       "displayName": "displayName",
                     *       "mappedObjectName": "mappedObjectName",
                     *       "fields": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ObjectMetadata"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.object-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            422: components["responses"]["credentials-refused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getObjectMetadataForConnection: {
        parameters: {
            query: {
                groupRef: string;
                excludeReadOnly?: boolean;
            };
            header?: never;
            path: {
                projectIdOrName: string;
                provider: string;
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "name",
                     *       "displayName": "displayName",
                     *       "mappedObjectName": "mappedObjectName",
                     *       "fields": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ObjectMetadata"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["connection-not-found.object-not-found.project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            422: components["responses"]["credentials-refused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getBackfillProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                integrationId: string;
                installationId: string;
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "objectName": "objectName",
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "recordsProcessed": 1,
                     *       "recordsEstimatedTotal": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BackfillProgress"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            404: components["responses"]["backfill-not-found.installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOperations: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
                integrationId: string;
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "configId": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "actionType": "actionType",
                     *           "status": "in_progress",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "done": true,
                     *         "nextPageToken": "nextPageToken"
                     *       }
                     *     }
                     */
                    "application/json": {
                        results: components["schemas"]["Operation"][];
                        pagination: {
                            done: boolean;
                            nextPageToken?: string;
                        };
                    };
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "configId": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "actionType": "actionType",
                     *       "status": "in_progress",
                     *       "result": "result",
                     *       "metadata": {},
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["operation-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOperationLogs: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "timestamp": "2026-01-15T09:30:00Z",
                     *         "message": {
                     *           "msg": "msg"
                     *         },
                     *         "severity": "severity"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Log"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["operation-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getMyInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "builder": {
                     *         "id": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "idpProvider": "idpProvider",
                     *         "idpRef": "idpRef",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "projectRoles": {},
                     *       "orgRole": {
                     *         "role": "role",
                     *         "principalType": "team",
                     *         "principalId": "principalId",
                     *         "org": {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "label",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       },
                     *       "orgRoles": [
                     *         {
                     *           "role": "role",
                     *           "principalType": "team",
                     *           "principalId": "principalId",
                     *           "org": {
                     *             "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "label": "label",
                     *             "defaultTeamId": "defaultTeamId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           }
                     *         }
                     *       ],
                     *       "invitedOrgs": [
                     *         {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "label",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ],
                     *       "joinableOrgs": [
                     *         {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "label",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BuilderInfo"];
                };
            };
            400: components["responses"]["malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "label"
                 *     }
                 */
                "application/json": {
                    label: string;
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "label",
                     *       "defaultTeamId": "defaultTeamId",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getOrg: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "label",
                     *       "defaultTeamId": "defaultTeamId",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "text"
                 *       ],
                 *       "org": {
                 *         "label": "label"
                 *       }
                 *     }
                 */
                "application/json": {
                    updateMask: string[];
                    org: {
                        label?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "label",
                     *       "defaultTeamId": "defaultTeamId",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                actor?: string;
                action?: string;
                from?: string;
                to?: string;
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "aud_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "time": "2026-01-15T09:30:00Z",
                     *         "actor": {
                     *           "kind": "kind",
                     *           "id": "id"
                     *         },
                     *         "action": "updateProject",
                     *         "target": "/v1/projects/acme-crm",
                     *         "requestId": "requestId"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AuditRecord"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOrgBuilders: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "idpProvider": "idpProvider",
                     *         "idpRef": "idpRef",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Builder"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    addUserToOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra"
                 *     }
                 */
                "application/json": {
                    /** @example bld_01jz5q0f8kf3bvw9s2m6t4x7ra */
                    builderId: string;
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "role": "owner",
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Membership"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.membership-exists"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["builder-not-found.org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orgId: string;
                builderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "role": "owner",
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Membership"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["membership-not-found.org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    removeMembership: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                orgId: string;
                builderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["membership-not-found.org-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["last-owner"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateMembership: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                orgId: string;
                builderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "owner"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    role: "owner" | "admin" | "member";
                };
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "role": "owner",
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Membership"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["membership-not-found.org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["last-owner"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listConsumers: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "consumerRef": "consumerRef",
                     *         "consumerName": "consumerName",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Consumer"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    eraseConsumer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                consumerRef: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "installations": 1,
                     *       "connections": 1,
                     *       "events": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Erased"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["consumer-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listGroups: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "groupRef": "groupRef",
                     *         "groupName": "groupName",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Group"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    eraseGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                groupRef: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "installations": 1,
                     *       "connections": 1,
                     *       "events": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Erased"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["group-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "name",
                     *         "appName": "appName",
                     *         "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Project"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "appName": "appName",
                 *       "name": "acme-crm",
                 *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra"
                 *     }
                 */
                "application/json": {
                    appName: string;
                    /** @example acme-crm */
                    name: string;
                    /** @example org_01jz5q0f8kf3bvw9s2m6t4x7ra */
                    orgId: string;
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "appName": "appName",
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "entitlements": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.project-name-taken"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getProject: {
        parameters: {
            query?: {
                includeEntitlements?: boolean;
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "appName": "appName",
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "entitlements": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteProject: {
        parameters: {
            query?: {
                force?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required.permission-missing"];
            404: components["responses"]["project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["project-in-use"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "text"
                 *       ],
                 *       "project": {
                 *         "appName": "appName",
                 *         "name": "acme-crm"
                 *       }
                 *     }
                 */
                "application/json": {
                    updateMask: string[];
                    project: {
                        appName?: string;
                        /** @example acme-crm */
                        name?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "appName": "appName",
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "entitlements": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["project-name-taken"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listProviderApps: {
        parameters: {
            query?: {
                pageSize?: number;
                pageToken?: string;
            };
            header?: never;
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "provider",
                     *         "clientId": "clientId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ProviderApp"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createProviderApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "externalRef": "externalRef",
                 *       "provider": "provider",
                 *       "clientId": "clientId",
                 *       "clientSecret": "clientSecret",
                 *       "scopes": [
                 *         "text"
                 *       ],
                 *       "metadata": {}
                 *     }
                 */
                "application/json": {
                    externalRef?: string;
                    provider: string;
                    clientId: string;
                    clientSecret: string;
                    scopes?: string[];
                    metadata?: components["schemas"]["ProviderAppMetadata"];
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "externalRef": "externalRef",
                     *       "provider": "provider",
                     *       "clientId": "clientId",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "metadata": {},
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderApp"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.provider-app-exists"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getProviderApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectIdOrName: string;
                providerAppId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "externalRef": "externalRef",
                     *       "provider": "provider",
                     *       "clientId": "clientId",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "metadata": {},
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderApp"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.provider-app-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteProviderApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                providerAppId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.provider-app-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateProviderApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                projectIdOrName: string;
                providerAppId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "text"
                 *       ],
                 *       "providerApp": {
                 *         "externalRef": "externalRef",
                 *         "provider": "provider",
                 *         "clientId": "clientId",
                 *         "clientSecret": "clientSecret",
                 *         "scopes": [
                 *           "text"
                 *         ],
                 *         "metadata": {}
                 *       }
                 *     }
                 */
                "application/json": {
                    updateMask: string[];
                    providerApp: {
                        externalRef?: string;
                        provider?: string;
                        clientId?: string;
                        clientSecret?: string;
                        scopes?: string[];
                        metadata?: components["schemas"]["ProviderAppMetadata"];
                    };
                };
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "externalRef": "externalRef",
                     *       "provider": "provider",
                     *       "clientId": "clientId",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "metadata": {},
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderApp"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.provider-app-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["provider-app-exists"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["CatalogType"];
                };
            };
            400: components["responses"]["malformed-request"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "name",
                     *       "displayName": "displayName",
                     *       "authType": "oauth2",
                     *       "baseURL": "baseURL",
                     *       "defaultModule": "defaultModule",
                     *       "oauth2Opts": {
                     *         "grantType": "authorizationCode",
                     *         "tokenURL": "tokenURL",
                     *         "explicitScopesRequired": true,
                     *         "explicitWorkspaceRequired": true,
                     *         "tokenMetadataFields": {}
                     *       },
                     *       "apiKeyOpts": {
                     *         "attachmentType": "query"
                     *       },
                     *       "basicOpts": {},
                     *       "customOpts": {},
                     *       "support": {
                     *         "bulkWrite": {
                     *           "insert": true,
                     *           "update": true,
                     *           "upsert": true,
                     *           "delete": true
                     *         },
                     *         "proxy": true,
                     *         "read": true,
                     *         "subscribe": true,
                     *         "write": true,
                     *         "delete": true,
                     *         "search": {
                     *           "operators": {
                     *             "equals": true
                     *           }
                     *         }
                     *       },
                     *       "authHealthCheck": {
                     *         "url": "url"
                     *       },
                     *       "postAuthInfoNeeded": true,
                     *       "media": {},
                     *       "labels": {},
                     *       "subscribeRequirements": {},
                     *       "modules": {},
                     *       "metadata": {},
                     *       "providerAppMetadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderInfo"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            404: components["responses"]["provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    triggerRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                projectIdOrName: string;
                integrationId: string;
                objectName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "groupRef",
                 *       "mode": "async",
                 *       "sinceTimestamp": "2026-01-15T00:00:00Z",
                 *       "untilTimestamp": "2026-01-16T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    groupRef: string;
                    /**
                     * @default async
                     * @constant
                     */
                    mode?: "async";
                    /**
                     * Format: date-time
                     * @example 2026-01-15T00:00:00Z
                     */
                    sinceTimestamp?: string;
                    /**
                     * Format: date-time
                     * @example 2026-01-16T00:00:00Z
                     */
                    untilTimestamp?: string;
                };
            };
        };
        responses: {
            /** @description The reply. */
            201: {
                headers: {
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra"
                     *     }
                     */
                    "application/json": {
                        /** @example op_01jz5q0f8kf3bvw9s2m6t4x7ra */
                        operationId: string;
                    };
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.object-not-installed"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
}
